// memset of a symbolic length: bytes before it are set, others are not.
// paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char a[64] = {0};
  unsigned n = klee_range(0, 65, "n");
  memset(a, 'x', n);
  int good = 1;
  for (unsigned i = 0; i < 64; i++)
    good &= a[i] == (i < n ? 'x' : 0);
  klee_assume(good == 1);
  return 0;
}
