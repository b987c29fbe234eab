// A place that only large blocks have.
// exit: 0
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_range(1, 5000, "n");
  char *p = malloc(n);
  p[0] = 'a';
  p[3000] = 'b'; // error: out-of-bounds
  if (n < 3001)
    abort();
  free(p);
  return 0;
}
