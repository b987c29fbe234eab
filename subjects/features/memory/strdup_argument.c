// A copy of an argument is heap memory.
// explore: --leaks
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char *copy = strdup(argv[0]);
  if (copy == NULL || strcmp(copy, argv[0]) != 0)
    abort();
  free(copy);
  return 0;
}
