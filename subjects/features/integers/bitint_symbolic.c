// Wide integers of symbolic inputs.
#include <assert.h>
#include <klee/klee.h>
typedef unsigned _BitInt(256) u256;
int main(void) {
  unsigned x = klee_int("x"), n = klee_range(0, 200, "n");
  u256 a = x, b = a << n;
  assert((b >> n) == x);
  assert(a + b - b == x);
  if (b == 0)
    assert(x == 0);
  return 0;
}
