// A function that takes a double is called with an int.
static int target(double x) { return x > 0; }
int main(void) {
  int (*f)(int) = (int (*)(int))target;
  return f(1); // error: bad-call
}
