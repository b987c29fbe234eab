// More integers than there are registers.
#include <assert.h>
#include <stdarg.h>

static long sum(int n, ...) {
  va_list list;
  long result = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    result = result * 2 + va_arg(list, long);
  va_end(list);
  return result;
}

int main(void) {
  assert(sum(0) == 0);
  assert(sum(5, 1L, 1L, 1L, 1L, 1L) == 31);
  assert(sum(6, 1L, 0L, 0L, 0L, 0L, 1L) == 33);
  assert(sum(10, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L) == 1023);
  return 0;
}
