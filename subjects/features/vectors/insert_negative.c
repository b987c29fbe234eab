// A negative subscript of a vector.
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 f = {0};
  int k = klee_range(-1, 4, "k");
  f[k] = 1; // error: out-of-bounds
  return f[0] + f[1] + f[2] + f[3] != 1;
}
