// Declarations without parameters, as in old C.
// explore: --cflags -std=gnu89
// with: with/old_declarations.c
#include <assert.h>
int add();
int length();
double half();
int truth();
int main() {
  assert(add(3, 4) == 7);
  assert(length("four") == 4);
  assert(length(0) == -1);
  assert(half(3.0) == 1.5);
  assert(truth('x', (short)-2) == 1);
  return 0;
}
