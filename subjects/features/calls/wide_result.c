// Declared as int, defined as long: the caller sees the low half.
// with: with/wide_result.c
#include <assert.h>
int whole(long);
int main(void) {
  assert(whole(0x100000005L) == 5);
  return 0;
}
