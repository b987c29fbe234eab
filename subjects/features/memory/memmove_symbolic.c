// memmove of a symbolic length, within one array.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char a[40];
  for (int i = 0; i < 40; i++)
    a[i] = (char)i;
  unsigned n = klee_range(0, 38, "n");
  memmove(a + 3, a, n);
  assert(a[2] == 2);
  assert(a[3] == (n > 0 ? 0 : 3));
  assert(a[39] == (n == 37 ? 36 : 39));
  return 0;
}
