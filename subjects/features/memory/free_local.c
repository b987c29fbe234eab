// A local variable is no heap memory.
#include <stdlib.h>

int main(void) {
  char storage[32];
  storage[0] = 1;
  free(storage); // error: bad-free
  return 0;
}
