// Vectors of many elements, and of elements of odd sizes.
#include <assert.h>
typedef short v64 __attribute__((vector_size(128)));
typedef char c3 __attribute__((ext_vector_type(3)));
typedef double d8 __attribute__((vector_size(64)));
static v64 many(v64 a) { return a * 3 + 1; }
int main(void) {
  v64 a;
  for (int i = 0; i < 64; i++)
    a[i] = (short)i;
  a = many(a);
  for (int i = 0; i < 64; i++)
    assert(a[i] == 3 * i + 1);
  c3 c = {1, 2, 3}, d = c.zyx;
  assert(d.x == 3 && d.y == 2 && d.z == 1);
  d8 e = {1, 2, 3, 4, 5, 6, 7, 8};
  e = e / 2;
  assert(e[7] == 4.0 && e[0] == 0.5);
  return 0;
}
