// mul and div with two results, and sums with a carry.
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned long low, high, a = 0xfedcba9876543210, b = 0x123456789;
  __asm__("mulq %3" : "=a"(low), "=d"(high) : "0"(a), "rm"(b));
  unsigned __int128 p = (unsigned __int128)a * b;
  assert(low == (unsigned long)p && high == (unsigned long)(p >> 64));
  unsigned quotient, rest, x = klee_range(1, 1000, "x");
  __asm__("divl %4" : "=a"(quotient), "=d"(rest) : "0"(123456u), "1"(0u), "r"(x));
  assert(quotient * x + rest == 123456 && rest < x);
  unsigned long s = a, t = 1;
  __asm__("addq %2, %0\n\tadcq $0, %1" : "+r"(s), "+r"(t) : "r"(a));
  assert(s == a + a && t == 2);
  return 0;
}
