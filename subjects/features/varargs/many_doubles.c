// More floating-point numbers than there are registers, mixed with integers.
#include <assert.h>
#include <stdarg.h>

static double mixed(int n, ...) {
  va_list list;
  double result = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) {
    result += va_arg(list, double) * (i + 1);
    result += va_arg(list, int);
  }
  va_end(list);
  return result;
}

int main(void) {
  assert(mixed(2, 0.5, 1, 0.25, 2) == 4.0);
  assert(mixed(10, 1.0, 0, 1.0, 0, 1.0, 0, 1.0, 0, 1.0, 0, 1.0, 0, 1.0, 0, 1.0, 0, 1.0, 0, 1.0, 5) == 60.0);
  return 0;
}
