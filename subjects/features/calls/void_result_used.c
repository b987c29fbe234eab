// A void function has no result to compare.
// with: with/void_result.c
#include <klee/klee.h>
int f(int);
int main(void) {
  if (f(klee_int("x")) == 3) // error: bad-call
    return 1;
  return 0;
}
