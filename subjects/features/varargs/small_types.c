// char, short and float are promoted.
#include <assert.h>
#include <stdarg.h>

static int check(int n, ...) {
  va_list list;
  va_start(list, n);
  int c = va_arg(list, int), s = va_arg(list, int), u = va_arg(list, int);
  double f = va_arg(list, double);
  va_end(list);
  return c == -1 && s == -300 && u == 255 && f == 1.5;
}

int main(void) {
  signed char c = -1;
  short s = -300;
  unsigned char u = 255;
  float f = 1.5f;
  assert(check(4, c, s, u, f));
  return 0;
}
