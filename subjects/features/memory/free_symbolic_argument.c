// A symbolic argument is no heap memory.
// explore: --sym-arg 2
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 'x')
    free(argv[1]); // error: bad-free
  return 0;
}
