// Static storage is no heap memory.
#include <stdlib.h>

static char storage[4];

int main(void) {
  free(storage); // error: bad-free
  return 0;
}
