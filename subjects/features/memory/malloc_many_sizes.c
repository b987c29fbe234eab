// A block of up to 1000 bytes: its size stays symbolic.
// paths: 2
// exit: 0 1
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_range(100, 1001, "n");
  unsigned char *p = malloc(n);
  p[0] = 1;
  p[n - 1] = 2;
  p[99] = 3;
  if (p[n - 1] == 2)
    return 0;
  return 1;
}
