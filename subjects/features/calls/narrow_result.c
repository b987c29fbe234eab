// Declared as int, defined as short: the upper half of the result is undefined.
// with: with/narrow_result.c
#include <klee/klee.h>
int half(int);
int main(void) {
  return half(klee_int("x")) == -7; // error: bad-call
}
