// The old block is gone after realloc.
#include <stdlib.h>
int main(void) {
  char *p = malloc(8), *q = realloc(p, 1 << 20);
  p[0] = 1; // error: use-after-free
  return q == NULL;
}
