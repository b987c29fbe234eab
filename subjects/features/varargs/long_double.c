// long double is passed on the stack, aligned to 16 bytes.
#include <assert.h>
#include <stdarg.h>
#include <string.h>

static int same(int n, ...) {
  va_list list;
  int good = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) {
    int before = va_arg(list, int);
    long double x = va_arg(list, long double);
    long double y = va_arg(list, long double);
    good += before == i && memcmp(&x, &y, 10) == 0;
  }
  va_end(list);
  return good;
}

int main(void) {
  assert(same(3, 0, 1.25L, 1.25L, 1, -3.0L, -3.0L, 2, 1e4000L, 1e4000L) == 3);
  assert(same(8, 0, 1.L, 1.L, 1, 1.L, 1.L, 2, 1.L, 1.L, 3, 1.L, 1.L, 4, 1.L, 1.L, 5, 1.L, 1.L, 6, 1.L, 1.L, 7, 1.L, 1.L) == 8);
  return 0;
}
