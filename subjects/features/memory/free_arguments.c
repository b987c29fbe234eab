// The list of arguments is no heap memory.
#include <stdlib.h>

int main(int argc, char **argv) {
  free(argv); // error: bad-free
  return 0;
}
