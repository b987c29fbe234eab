// The block may be smaller than before.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_range(20, 100, "n");
  char *p = malloc(50);
  p[49] = 1;
  p = realloc(p, n);
  return p[49] != 1; // error: out-of-bounds
}
