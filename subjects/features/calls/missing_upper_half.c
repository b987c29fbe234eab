// Declared as long, defined as int: the upper half is undefined.
// with: with/missing_upper_half.c
int f(void);
long g(void);
int main(void) {
  f();
  return g() > 0; // error: bad-call
}
