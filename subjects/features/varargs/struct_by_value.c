// A struct of 32 bytes is passed in memory.
#include <assert.h>
#include <stdarg.h>

struct big { long a[4]; };

static long take(int n, ...) {
  va_list list;
  va_start(list, n);
  struct big b = va_arg(list, struct big);
  va_end(list);
  return b.a[0] + 10 * b.a[1] + 100 * b.a[2] + 1000 * b.a[3];
}

int main(void) {
  struct big b = {{1, 2, 3, 4}};
  assert(take(0, b) == 4321);
  return 0;
}
