// Barriers and fences do nothing in one thread.
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = x;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("rep; nop" ::: "memory");
  __asm__("" : "+r"(y));
  __asm__ volatile("nop\n\tnop");
  assert(x == y);
  return 0;
}
