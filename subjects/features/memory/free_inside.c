// free needs the start of a block.
#include <stdlib.h>

int main(void) {
  char *p = malloc(64);
  free(p + 16); // error: bad-free
  return 0;
}
