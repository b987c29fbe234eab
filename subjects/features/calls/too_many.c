// More arguments than parameters do no harm: handlers without parameters are common.
#include <assert.h>
static int seen;
static void handler() { seen++; }
static int first(int a) { return a; }
int main(void) {
  void (*h)(int) = (void (*)(int))handler;
  h(11);
  assert(seen == 1);
  int (*f)(int, int, int) = (int (*)(int, int, int))first;
  assert(f(7, 8, 9) == 7);
  return 0;
}
