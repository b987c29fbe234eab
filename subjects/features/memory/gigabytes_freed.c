// A place far inside of a large object that was freed.
// not replayed: a native run has less memory
// explore: --memory-limit 20G --memory 1G
#include <stdlib.h>
int main(void) {
  size_t n = 5UL << 30;
  char *p = calloc(1, n);
  if (p == NULL || p[n / 2] != 0)
    return 0;
  free(p);
  p[n - 9] = 1; // error: use-after-free
  return 0;
}
