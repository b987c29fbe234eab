// Conversion from and to long double.
#include <assert.h>
#include <stdint.h>
static volatile int64_t least = INT64_MIN;
static volatile uint64_t most = UINT64_MAX;
static volatile float f = 0.1f;
static volatile double d = 0.1;
int main(void) {
  assert((int64_t)(long double)least == least);
  assert((uint64_t)(long double)most == most);
  assert((float)(long double)f == f && (double)(long double)d == d);
  assert((long double)f != (long double)d);
  assert((int)-7.9L == -7 && (unsigned)7.9L == 7);
  long double x = 2147483648.5L;
  assert((long)x == 2147483648L && (short)(long)-x == 0);
  return 0;
}
