// Builtins of integers: overflow, rotation, byte swap, bit reversal, population count.
#include <assert.h>
#include <klee/klee.h>
#include <limits.h>
int main(void) {
  int r;
  unsigned u, x = klee_int("x");
  assert(__builtin_add_overflow(INT_MAX, 1, &r) && r == INT_MIN);
  assert(!__builtin_sub_overflow(5, 7, &r) && r == -2);
  assert(__builtin_mul_overflow(1u << 31, 2u, &u) && u == 0);
  assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
  assert(__builtin_bitreverse32(__builtin_bitreverse32(x)) == x);
  assert(__builtin_rotateleft32(__builtin_rotateright32(x, 5), 5) == x);
  assert(__builtin_rotateleft8(0x81, 1) == 3);
  assert(__builtin_popcount(x & 1) == (x & 1));
  assert(__builtin_parity(7) == 1 && __builtin_clrsb(-1) == 31);
  return 0;
}
