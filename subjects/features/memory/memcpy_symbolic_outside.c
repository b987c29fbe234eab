// memcpy of a symbolic length that the source may not have.
#include <klee/klee.h>
#include <string.h>
int main(void) {
  static char from[30], to[40];
  unsigned n = klee_range(0, 41, "n");
  memcpy(to, from, n); // error: out-of-bounds
  return to[0];
}
