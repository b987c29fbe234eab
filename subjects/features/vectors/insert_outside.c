// A write to an element that a vector does not have.
#include <klee/klee.h>
typedef short v8 __attribute__((vector_size(16)));
int main(void) {
  v8 f = {0};
  int k = klee_range(0, 9, "k");
  f[k] = 1; // error: out-of-bounds
  return f[k] != 1;
}
