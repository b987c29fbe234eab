// One byte after a large object.
// not replayed: a native run has less memory
// explore: --memory-limit 20G --memory 1G
#include <stdlib.h>
int main(void) {
  size_t n = 5UL << 30;
  char *p = malloc(n);
  if (p == NULL)
    return 0;
  p[n] = 1; // error: out-of-bounds
  return 0;
}
