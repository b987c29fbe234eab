// Arithmetic of a symbolic long double takes one value of it.
// incomplete: made concrete
#include <klee/klee.h>
int main(void) {
  int n = klee_range(0, 100, "n");
  long double x = n;
  return x * 2 > 1000;
}
