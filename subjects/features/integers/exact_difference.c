// The difference of pointers that are no whole number of elements apart.
// explore: --ub
// exit: 0
#include <klee/klee.h>
int main(void) {
  static int a[8];
  int *p = a, *q = (int *)((char *)a + klee_range(0, 9, "n"));
  return q - p > 2; // error: broken-promise
}
