// A wide integer divided by zero.
#include <klee/klee.h>
int main(void) {
  unsigned _BitInt(256) a = 5, b = (unsigned)klee_range(0, 3, "x");
  return a / b == 7; // error: division-by-zero
}
