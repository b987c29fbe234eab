// A function that takes an int is called with a double, which is in another register.
static int target(int x) { return x; }
int main(void) {
  int (*f)(double) = (int (*)(double))target;
  return f(1.0); // error: bad-call
}
