// malloc(0) gives a block without bytes, which can be freed.
// explore: --leaks
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(0), *q = malloc(0);
  assert(p != NULL && q != NULL && p != q);
  free(p);
  free(q);
  return 0;
}
