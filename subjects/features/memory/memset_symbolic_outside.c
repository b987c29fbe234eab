// memset of one byte more than there is.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char a[64];
  unsigned n = klee_range(0, 66, "n");
  memset(a, 'x', n); // error: out-of-bounds
  return 0;
}
