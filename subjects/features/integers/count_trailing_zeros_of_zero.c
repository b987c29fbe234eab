// The trailing zeros of 0 are undefined in C.
// explore: --ub
#include <klee/klee.h>
int main(void) {
  unsigned long x;
  klee_make_symbolic(&x, sizeof x, "x");
  return __builtin_ctzl(x) > 64; // error: broken-promise
}
