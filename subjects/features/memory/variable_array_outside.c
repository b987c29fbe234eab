// An index after a local array of symbolic length.
#include <klee/klee.h>
int main(void) {
  int n = klee_range(1, 100, "n");
  char a[n];
  a[n] = 1; // error: out-of-bounds
  return 0;
}
