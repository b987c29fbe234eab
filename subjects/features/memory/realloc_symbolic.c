// realloc to a symbolic size keeps what fits.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_range(2, 200, "n");
  char *p = malloc(50);
  for (int i = 0; i < 50; i++)
    p[i] = i;
  p = realloc(p, n);
  assert(p[1] == 1);
  if (n > 40)
    assert(p[40] == 40);
  free(p);
  return 0;
}
