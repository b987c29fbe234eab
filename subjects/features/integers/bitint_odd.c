// _BitInt of odd widths, small and large.
#include <assert.h>
int main(void) {
  unsigned _BitInt(7) a = 100;
  a += 50;
  assert(a == 22);
  _BitInt(33) b = 1;
  b <<= 31;
  assert(b == 2147483648LL && b * 2 == -4294967296LL);
  unsigned _BitInt(129) c = (unsigned _BitInt(129))1 << 128;
  assert((c >> 128) == 1 && (unsigned _BitInt(129))(c << 1) == 0);
  assert(c / 3 * 3 + c % 3 == c);
  _BitInt(200) d = -5;
  assert(d / 2 == -2 && d % 2 == -1 && d >> 1 == -3);
  unsigned _BitInt(1000) e = 1;
  for (int i = 1; i <= 100; i++)
    e *= i;
  for (int i = 100; i >= 1; i--) {
    assert(e % i == 0);
    e /= i;
  }
  assert(e == 1);
  return 0;
}
