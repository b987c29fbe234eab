// Atomic operations of all kinds, in one thread.
#include <assert.h>
#include <klee/klee.h>
#include <stdatomic.h>
int main(void) {
  int start = klee_range(0, 100, "start");
  atomic_int a = start;
  assert(atomic_fetch_add(&a, 5) == start && a == start + 5);
  assert(atomic_fetch_sub(&a, 5) == start + 5 && a == start);
  assert(atomic_exchange(&a, 12) == start);
  assert(atomic_fetch_and(&a, 6) == 12 && a == 4);
  assert(atomic_fetch_or(&a, 3) == 4 && a == 7);
  assert(atomic_fetch_xor(&a, 5) == 7 && a == 2);
  int expected = 3;
  assert(!atomic_compare_exchange_strong(&a, &expected, 9) && expected == 2 && a == 2);
  assert(atomic_compare_exchange_strong(&a, &expected, 9) && a == 9);
  assert(__atomic_fetch_nand((int *)&a, 1, __ATOMIC_SEQ_CST) == 9 && a == -2);
  assert(__atomic_fetch_max((int *)&a, 4, __ATOMIC_SEQ_CST) == -2 && a == 4);
  assert(__atomic_fetch_min((int *)&a, -4, __ATOMIC_SEQ_CST) == 4 && a == -4);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  return 0;
}
