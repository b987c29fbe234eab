// The last argument of execl and its kind: 0 in place of a null pointer, in a register.
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>

static int count(const char *first, ...) {
  va_list list;
  int n = 0;
  va_start(list, first);
  for (const char *s = first; s != NULL; s = va_arg(list, const char *))
    n++;
  va_end(list);
  return n;
}

int main(void) {
  assert(count("a", 0) == 1);
  assert(count("a", "b", "c", 0) == 3);
  return 0;
}
