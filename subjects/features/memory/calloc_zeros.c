// calloc gives zeros, also for a symbolic number of elements.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_range(10, 90, "n"), i = klee_range(0, 90, "i");
  int *p = calloc(n, sizeof *p);
  assert(p[0] == 0 && p[9] == 0);
  if (i < n)
    assert(p[i] == 0);
  p[n - 1] = 5;
  assert(p[n - 1] == 5);
  free(p);
  return 0;
}
