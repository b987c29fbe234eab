// Quadruple precision can be moved, compared and converted.
#include <assert.h>
#include <string.h>
static volatile double d = 0.1;
int main(void) {
  __float128 a = d, b = a;
  assert((double)b == d && a == b && !(a < b));
  assert((int)(__float128)-42 == -42);
  assert(-a < a);
  return 0;
}
