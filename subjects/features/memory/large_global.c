// A large array that is hardly used, and states that share it.
// explore: --memory 1G
// exit: 0 1 2 3
#include <klee/klee.h>
static char a[600 << 20];
int main(void) {
  int x = klee_int("x");
  a[500 << 20] = 1;
  if (x & 1)
    a[1] = 1;
  if (x & 2)
    a[400 << 20] = 2;
  return a[1] + a[400 << 20];
}
