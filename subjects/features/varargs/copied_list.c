// va_copy: two lists at different places.
#include <assert.h>
#include <stdarg.h>

static int twice(int n, ...) {
  va_list a, b;
  va_start(a, n);
  int first = va_arg(a, int);
  va_copy(b, a);
  int sum = 0;
  for (int i = 1; i < n; i++)
    sum += va_arg(a, int);
  for (int i = 1; i < n; i++)
    sum -= 2 * va_arg(b, int);
  va_end(a);
  va_end(b);
  return first + sum;
}

int main(void) {
  assert(twice(9, 100, 1, 2, 3, 4, 5, 6, 7, 8) == 100 - 36);
  return 0;
}
