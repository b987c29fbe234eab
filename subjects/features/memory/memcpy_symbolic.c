// memcpy of a symbolic length.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[40], to[40] = {0};
  for (int i = 0; i < 40; i++)
    from[i] = (char)(i + 1);
  unsigned n = klee_range(0, 41, "n"), i = klee_range(0, 40, "i");
  memcpy(to, from, n);
  assert(to[i] == (char)(i < n ? i + 1 : 0));
  return 0;
}
