// The arguments of main are no heap memory.
#include <stdlib.h>

int main(int argc, char **argv) {
  free(argv[0]); // error: bad-free
  return 0;
}
