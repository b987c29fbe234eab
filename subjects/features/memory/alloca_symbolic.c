// alloca of a symbolic size.
#include <alloca.h>
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  unsigned n = klee_range(16, 2000, "n");
  char *p = alloca(n);
  memset(p, 'x', n);
  assert(p[15] == 'x' && p[n - 1] == 'x');
  p[16] = 0; // error: out-of-bounds
  return 0;
}
