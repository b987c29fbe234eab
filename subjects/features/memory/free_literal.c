// A string literal is no heap memory.
#include <stdlib.h>

int main(void) {
  free("text"); // error: bad-free
  return 0;
}
