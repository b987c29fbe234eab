// A symbolic index below a symbolic size is inside.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_range(1, 300, "n"), i = klee_range(0, 300, "i");
  if (i >= n)
    return 0;
  char *p = malloc(n);
  p[i] = 7;
  assert(p[i] == 7);
  free(p);
  return 0;
}
