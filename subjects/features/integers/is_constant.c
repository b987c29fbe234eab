// __builtin_constant_p of what is and what is not constant.
// exit: 1
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  return (__builtin_constant_p(x) << 1) | __builtin_constant_p(5 + 6);
}
