// long double has 64 digits: sums that a double cannot hold.
#include <assert.h>
static volatile long double one = 1.0L, three = 3.0L;
int main(void) {
  long double a = one + 0x1p-63L;
  assert(a != one && a - one == 0x1p-63L);
  assert(one + 0x1p-65L == one);
  assert((double)a == 1.0);
  long double third = one / three;
  assert(third * three == one);
  assert(third != (long double)(1.0 / 3.0));
  assert((long long)(0x1p62L + 1) == (1LL << 62) + 1);
  long double big = 0x1p16000L;
  assert(big > 1e300L && big * big > big && big / big == 1);
  assert(big * big * 2 == big * big);
  return 0;
}
