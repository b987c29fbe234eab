// Parameters use up registers: seven integers and nine floating-point numbers.
#include <assert.h>
#include <stdarg.h>

static double far(int a, int b, int c, int d, int e, int f, int g, double s, double t, double u, double v,
                  double w, double x, double y, double z, double last, ...) {
  va_list list;
  va_start(list, last);
  int i = va_arg(list, int);
  double r = va_arg(list, double);
  int j = va_arg(list, int);
  va_end(list);
  return a + b + c + d + e + f + g + s + t + u + v + w + x + y + z + last + i * 100 + r * 1000 + j * 10000;
}

int main(void) {
  assert(far(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3.0, 4) == 16 + 200 + 3000 + 40000);
  return 0;
}
