// Vectors: arithmetic, comparison, conversion, shuffles.
#include <assert.h>
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
int main(void) {
  int x = klee_range(-100, 100, "x");
  v4 a = {x, 2, 3, 4}, b = {1, 2, 3, 4};
  v4 c = a + b * 2, d = c - b;
  assert(d[0] == x + 1 && d[3] == 8);
  v4 m = a == b;
  assert(m[1] == -1 && m[0] == (x == 1 ? -1 : 0));
  v4 s = __builtin_shufflevector(a, b, 7, 0, 2, 5);
  assert(s[0] == 4 && s[1] == x && s[2] == 3 && s[3] == 2);
  f4 f = __builtin_convertvector(b, f4);
  assert(f[3] == 4.0f);
  b16 bytes = (b16)b;
  assert(bytes[4] == 2 && bytes[5] == 0);
  assert(__builtin_reduce_add(b) == 10 && __builtin_reduce_max(b) == 4);
  v4 shifted = b << 3;
  assert(shifted[1] == 16);
  return 0;
}
