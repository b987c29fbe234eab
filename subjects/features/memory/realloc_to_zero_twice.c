// After realloc(p, 0) the block is gone.
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  realloc(p, 0);
  free(p); // error: double-free
  return 0;
}
