// A local array of symbolic length.
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_range(1, 100, "n");
  int a[n];
  a[0] = 1;
  a[n - 1] = 2;
  assert(a[n - 1] == 2);
  assert(sizeof a == n * sizeof(int));
  return 0;
}
