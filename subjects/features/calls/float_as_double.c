// A float and a double are in the same register, with other bits.
static int target(double x) { return x > 0; }
int main(void) {
  int (*f)(float) = (int (*)(float))target;
  return f(1.0f); // error: bad-call
}
