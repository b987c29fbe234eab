// A large symbolic input of which little is read.
// explore: --memory 1G
// exit: 0 1
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  size_t n = 8 << 20;
  unsigned char *p = malloc(n);
  klee_make_symbolic(p, n, "p");
  if (p[0] == 1 && p[n - 1] == 2)
    return 1;
  free(p);
  return 0;
}
