// The index of a computed goto is out of range.
// exit: 1 2
#include <klee/klee.h>
int main(void) {
  static void *const targets[] = {&&one, &&two};
  int i = klee_range(0, 3, "i");
  goto *targets[i]; // error: out-of-bounds
one:
  return 1;
two:
  return 2;
}
