// Many states with a large object each.
// explore: --memory 1G
// paths: 64
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(32 << 20);
  memset(p, 1, 32 << 20);
  unsigned x = klee_int("x");
  for (int i = 0; i < 6; i++)
    if (x >> i & 1)
      p[i << 20] = 2;
  int n = 0;
  for (int i = 0; i < 6; i++)
    n += p[i << 20] == 2;
  if (n != __builtin_popcount(x & 63))
    abort();
  return 0;
}
