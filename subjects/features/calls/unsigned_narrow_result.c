// Declared as unsigned char, defined as int: the caller sees the lowest byte.
// with: with/unsigned_narrow_result.c
#include <assert.h>
unsigned char low(int);
int main(void) {
  assert(low(-1) == 255);
  assert(low(0x1234) == 0x34);
  return 0;
}
