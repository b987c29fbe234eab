// A list that another function goes on with.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int rest(int n, va_list list) {
  int sum = 0;
  while (n-- > 0)
    sum += va_arg(list, int);
  return sum;
}

static int all(int n, ...) {
  va_list list;
  va_start(list, n);
  int first = va_arg(list, int);
  int sum = rest(n - 1, list);
  va_end(list);
  return first * 1000 + sum;
}

static int show(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsprintf(to, format, list);
  va_end(list);
  return n;
}

int main(void) {
  char text[64];
  assert(all(8, 7, 1, 2, 3, 4, 5, 6, 7) == 7028);
  assert(show(text, "%d %s %c %ld %d %d %d", 1, "two", '3', 4L, 5, 6, 7) == 15);
  assert(strcmp(text, "1 two 3 4 5 6 7") == 0);
  return 0;
}
