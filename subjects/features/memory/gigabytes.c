// Large objects cost what is touched of them.
// not replayed: a native run has less memory
// explore: --memory-limit 20G --memory 1G
#include <assert.h>
#include <stdlib.h>
int main(void) {
  size_t n = 5UL << 30;
  char *p = malloc(n), *q = malloc(n);
  assert(p && q);
  p[0] = 1;
  p[n - 1] = 2;
  p[3UL << 30] = 3;
  q[4UL << 30] = 4;
  assert(p[0] == 1 && p[n - 1] == 2 && p[3UL << 30] == 3 && q[4UL << 30] == 4);
  assert((size_t)(&p[n] - p) == n);
  free(p);
  free(q);
  return 0;
}
