// bswap, rol and ror.
#include <assert.h>
#include <klee/klee.h>
static unsigned swap(unsigned x) {
  __asm__("bswap %0" : "+r"(x));
  return x;
}
static unsigned long swap64(unsigned long x) {
  __asm__("bswapq %0" : "=r"(x) : "0"(x));
  return x;
}
static unsigned short swap16(unsigned short x) {
  __asm__("rorw $8, %w0" : "+r"(x));
  return x;
}
static unsigned left(unsigned x, unsigned char n) {
  __asm__("roll %%cl, %0" : "+r"(x) : "c"(n));
  return x;
}
int main(void) {
  unsigned x = klee_int("x");
  assert(swap(0x12345678) == 0x78563412);
  assert(swap(x) == __builtin_bswap32(x));
  assert(swap64(0x0102030405060708) == 0x0807060504030201);
  assert(swap16(0x1234) == 0x3412);
  assert(left(0x80000001, 4) == 0x18);
  return 0;
}
