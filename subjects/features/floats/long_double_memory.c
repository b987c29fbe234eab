// A long double has 10 bytes in 16.
#include <assert.h>
#include <string.h>
struct s { char c; long double x; };
int main(void) {
  assert(sizeof(long double) == 16 && sizeof(struct s) == 32);
  long double one = 1.0L;
  unsigned char bytes[16];
  memcpy(bytes, &one, 16);
  assert(bytes[9] == 0x3f && bytes[8] == 0xff && bytes[7] == 0x80 && bytes[0] == 0);
  struct s s = {1, 2.5L}, t = s;
  assert(t.x == 2.5L);
  long double a[3] = {1, 2, 3};
  a[1] += a[2];
  assert(a[1] == 5 && a[0] == 1);
  return 0;
}
