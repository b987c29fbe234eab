// Reading more arguments than were passed.
#include <stdarg.h>

static int sum(int n, ...) {
  va_list list;
  int result = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    result += va_arg(list, int); // error: out-of-bounds
  va_end(list);
  return result;
}

int main(void) { return sum(9, 0, 0, 0, 0, 0, 0, 0) != 0; }
