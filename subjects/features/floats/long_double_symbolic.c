// Moves, signs and comparisons of symbolic long doubles.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned char bytes[16] = {0};
  unsigned short exponent = klee_range(16300, 16500, "e");
  bytes[7] = 0x80;
  memcpy(bytes + 8, &exponent, 2);
  long double x;
  memcpy(&x, bytes, 16);
  assert(x > 0 && -x < 0 && -(-x) == x);
  assert(__builtin_fabsl(-x) == x);
  if (x >= 1.0L)
    assert(exponent >= 16383);
  else
    assert(exponent < 16383);
  return 0;
}
