// As in glibc, realloc(p, 0) frees and gives the null pointer.
// explore: --leaks
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p = realloc(p, 0);
  assert(p == NULL);
  return 0;
}
