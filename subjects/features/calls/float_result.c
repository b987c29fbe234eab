// A result in another register.
static double target(int x) { return x; }
int main(void) {
  int (*f)(int) = (int (*)(int))target;
  return f(1); // error: bad-call
}
