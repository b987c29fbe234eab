// realloc keeps what fits.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(4);
  memcpy(p, "abc", 4);
  p = realloc(p, 100);
  assert(strcmp(p, "abc") == 0);
  p = realloc(p, 2);
  assert(p[0] == 'a' && p[1] == 'b');
  free(p);
  return 0;
}
