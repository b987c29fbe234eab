// bsf, bsr and popcnt.
#include <assert.h>
#include <klee/klee.h>
static unsigned long first(unsigned long x) {
  unsigned long n;
  __asm__("bsfq %1, %0" : "=r"(n) : "r"(x));
  return n;
}
static int last(int x) {
  int n;
  __asm__("bsrl %1, %0" : "=r"(n) : "rm"(x));
  return n;
}
int main(void) {
  int x = klee_int("x");
  assert(first(0x500) == 8 && last(0x500) == 10 && last(-1) == 31);
  if (x > 0) {
    assert(x >> last(x) == 1);
    assert(first((unsigned)x) == (unsigned)__builtin_ctz(x));
  }
  return 0;
}
