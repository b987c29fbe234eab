// xchg, lock xadd and lock cmpxchg.
#include <assert.h>
static int exchange(int *p, int x) {
  __asm__ volatile("xchgl %0, %1" : "+r"(x), "+m"(*p) : : "memory");
  return x;
}
static int fetch_add(int *p, int x) {
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(x), "+m"(*p) : : "memory");
  return x;
}
static int compare_exchange(int *p, int expected, int wanted) {
  int before;
  __asm__ volatile("lock cmpxchgl %2, %1" : "=a"(before), "+m"(*p) : "r"(wanted), "0"(expected) : "memory");
  return before;
}
static int succeeds(int *p, int expected, int wanted) {
  unsigned char good;
  __asm__ volatile("lock cmpxchgl %3, %1\n\tsete %0"
                   : "=q"(good), "+m"(*p), "+a"(expected) : "r"(wanted) : "memory", "cc");
  return good;
}
int main(void) {
  int x = 5;
  assert(exchange(&x, 7) == 5 && x == 7);
  assert(fetch_add(&x, 3) == 7 && x == 10);
  assert(compare_exchange(&x, 9, 1) == 10 && x == 10);
  assert(compare_exchange(&x, 10, 1) == 10 && x == 1);
  assert(succeeds(&x, 1, 2) && x == 2);
  assert(!succeeds(&x, 1, 3) && x == 2);
  return 0;
}
