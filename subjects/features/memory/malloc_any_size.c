// Without a bound of its own a size has two ways: there is so much memory, or not.
// not replayed: natively there is more memory
// exit: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *p = malloc(n);
  if (p == NULL)
    return 1;
  if (n == 0)
    return 2;
  p[0] = 2;
  free(p);
  return 0;
}
