// realloc of the null pointer allocates, also without bytes.
// explore: --leaks
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = realloc(NULL, 0);
  assert(p != NULL);
  free(p);
  p = realloc(NULL, 8);
  assert(p != NULL);
  p[7] = 1;
  free(p);
  return 0;
}
