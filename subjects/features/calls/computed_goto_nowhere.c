// A computed goto to something that is no label.
// exit: 1
#include <klee/klee.h>
int main(void) {
  int somewhere = 0;
  void *target = &&one;
  if (klee_range(0, 2, "i"))
    target = &somewhere;
  goto *target; // error: bad-call
one:
  return 1;
}
