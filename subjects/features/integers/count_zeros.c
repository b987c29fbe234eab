// With a number that is not 0 there is no error.
// explore: --ub
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned x = klee_int("x");
  if (x != 0) {
    assert(__builtin_clz(x) < 32 && __builtin_ctz(x) < 32);
    assert((x >> (31 - __builtin_clz(x))) == 1);
    assert(x >> __builtin_ctz(x) & 1);
    assert(__builtin_ffs(x) == __builtin_ctz(x) + 1);
  } else {
    assert(__builtin_ffs(x) == 0);
  }
  return 0;
}
