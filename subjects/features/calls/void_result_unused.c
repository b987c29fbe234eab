// A void function may be called as if it returned an int, if nobody looks.
// with: with/void_result.c
#include <klee/klee.h>
int f(int);
int main(void) {
  f(klee_int("x"));
  return 0;
}
