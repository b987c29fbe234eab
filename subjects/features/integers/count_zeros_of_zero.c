// The leading zeros of 0 are undefined in C.
// explore: --ub
#include <klee/klee.h>
int main(void) {
  unsigned x = klee_int("x");
  return __builtin_clz(x) > 32; // error: broken-promise
}
