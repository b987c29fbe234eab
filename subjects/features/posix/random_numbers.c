// Pseudo-random numbers are glibc's.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(rand() == 1804289383 && rand() == 846930886);
  srand(42);
  assert(rand() == 71876166 && random() == 708592740);
  unsigned seed = 7;
  int a = rand_r(&seed), b = rand_r(&seed);
  assert(a != b && a >= 0);
  srand48(1);
  assert(lrand48() == 89400484 && (int)(drand48() * 1000) == 454);
  return 0;
}
