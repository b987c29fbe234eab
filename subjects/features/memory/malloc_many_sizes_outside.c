// One byte after a block of symbolic size.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_range(100, 1001, "n");
  unsigned char *p = malloc(n);
  p[n] = 1; // error: out-of-bounds
  return 0;
}
