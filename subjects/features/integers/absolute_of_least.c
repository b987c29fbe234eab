// abs of the least integer overflows.
// explore: --ub
// exit: 0
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int x = klee_int("x");
  return abs(x) == 7; // error: overflow
}
