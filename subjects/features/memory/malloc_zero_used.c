// The first byte of a block without bytes.
#include <stdlib.h>
int main(void) {
  char *p = malloc(0);
  p[0] = 1; // error: out-of-bounds
  return 0;
}
