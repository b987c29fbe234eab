// div by zero.
#include <klee/klee.h>
int main(void) {
  unsigned quotient, rest, x = klee_range(0, 4, "x");
  __asm__("divl %4" : "=a"(quotient), "=d"(rest) : "0"(100u), "1"(0u), "r"(x)); // error: division-by-zero
  return quotient > 100;
}
