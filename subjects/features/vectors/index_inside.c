// A symbolic subscript of a vector within its range.
#include <assert.h>
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 f = {1, 2, 3, 4};
  int k = klee_range(0, 4, "k");
  assert(f[k] == k + 1);
  f[k] = 9;
  assert(f[0] + f[1] + f[2] + f[3] == 10 + 9 - (k + 1));
  return 0;
}
