// cpuid of a processor without features; the counter of cycles does not go back.
// not replayed: natively the processor has features
#include <assert.h>
int main(void) {
  unsigned a, b, c, d;
  __asm__ volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(0), "2"(0));
  assert(a == 0);
  unsigned low, high, low2, high2;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  __asm__ volatile("rdtsc" : "=a"(low2), "=d"(high2));
  assert(((unsigned long)high << 32 | low) <= ((unsigned long)high2 << 32 | low2));
  return 0;
}
