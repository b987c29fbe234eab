// _BitInt(256): arithmetic, shifts by variable distances, comparison, conversion.
#include <assert.h>
typedef unsigned _BitInt(256) u256;
typedef _BitInt(256) i256;
static volatile int n = 130;
int main(void) {
  u256 one = 1, a = one << n;
  assert((a >> n) == 1 && (a >> (n - 3)) == 8);
  assert((unsigned)(a >> 128) == 4);
  u256 b = a * 12345 + 678;
  assert(b / 12345 == a && b % 12345 == 678);
  assert(b / a == 12345 && b % a == 678);
  i256 c = -(i256)b;
  assert(c / 12345 == -(i256)a && c % 12345 == -678);
  assert(c < 0 && c < (i256)b && (u256)c > b);
  assert((c >> n) == -12346);
  assert((double)a == 0x1p130 && (double)c < -0x1p143);
  assert((u256)0x1p200 == one << 200);
  assert((long)(i256)-7.5 == -7);
  return 0;
}
