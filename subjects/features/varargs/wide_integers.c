// Integers of 128 bits take two registers, or an aligned place in memory.
#include <assert.h>
#include <stdarg.h>

static int check(int n, ...) {
  va_list list;
  int good = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) {
    long before = va_arg(list, long);
    __int128 x = va_arg(list, __int128);
    good += (long)(x >> 64) == before && (long)x == -before;
  }
  va_end(list);
  return good;
}

static int late(int a, int b, int c, int d, int e, int n, ...) {
  va_list list;
  int good = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) {
    long before = va_arg(list, long);
    __int128 x = va_arg(list, __int128);
    good += (long)(x >> 64) == before && (long)x == -before;
  }
  va_end(list);
  return good;
}

#define W(n) ((__int128)(n) << 64 | (unsigned long)-(n))

int main(void) {
  assert(check(1, 5L, W(5L)) == 1);
  assert(late(1, 2, 3, 4, 5, 3, 1L, W(1L), 2L, W(2L), 3L, W(3L)) == 3);
  return 0;
}
