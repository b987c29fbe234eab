// A block of a size that may be too small for the second byte.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int n = klee_range(0, 2, "n");
  char *p = malloc(n);
  if (n)
    p[1] = 0; // error: out-of-bounds
  return 0;
}
