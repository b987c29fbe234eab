// A symbolic subscript of a vector that is out of range.
// exit: 3 4
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 f = {1, 2, 3, 4};
  int k = klee_range(2, 10, "k");
  if (k == 2)
    return f[2];
  return f[k]; // error: out-of-bounds
}
