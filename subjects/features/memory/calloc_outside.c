// One element after a symbolic number of elements.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_range(10, 90, "n");
  int *p = calloc(n, sizeof *p);
  return p[n]; // error: out-of-bounds
}
