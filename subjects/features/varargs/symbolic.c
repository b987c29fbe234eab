// Symbolic arguments, in registers and on the stack.
// paths: 3
// exit: 0 1 2
#include <klee/klee.h>
#include <stdarg.h>

static int pick(int n, ...) {
  va_list list;
  int found = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    found = va_arg(list, int);
  va_end(list);
  return found;
}

int main(void) {
  int x = klee_int("x");
  if (pick(2, 0, x) == 5)
    return 1;
  if (pick(9, 0, 0, 0, 0, 0, 0, 0, 0, x) == 6)
    return 2;
  return 0;
}
