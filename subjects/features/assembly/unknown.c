// Other instructions are named.
// incomplete: inline assembly
// exit: 0
#include <klee/klee.h>
int main(void) {
  if (klee_range(0, 2, "x"))
    __asm__ volatile("fldpi\n\tfstp %%st(0)" ::: "st");
  return 0;
}
