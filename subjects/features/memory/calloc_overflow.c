// calloc of more than there can be gives the null pointer.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  assert(calloc(SIZE_MAX, 2) == NULL);
  assert(errno == ENOMEM);
  assert(calloc(SIZE_MAX / 2 + 1, 2) == NULL);
  char *p = calloc(0, 8);
  assert(p != NULL);
  free(p);
  return 0;
}
