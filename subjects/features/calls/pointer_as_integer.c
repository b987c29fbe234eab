// Pointers and long integers are passed alike.
#include <assert.h>
static long as_number(const char *p) { return (long)p; }
int main(void) {
  int x;
  long (*f)(long) = (long (*)(long))as_number;
  assert(f((long)&x) == (long)&x);
  assert(f(5) == 5);
  return 0;
}
