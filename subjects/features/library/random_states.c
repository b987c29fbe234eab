// Random numbers with a state of the program's own are those of the C library.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  static char small[32], large[256];
  struct random_data d;
  struct drand48_data q;
  memset(&d, 0, sizeof d);
  memset(&q, 0, sizeof q);
  int32_t n;
  initstate_r(42, large, sizeof large, &d);
  for (int i = 0; i < 5; i++) { random_r(&d, &n); printf("%d ", n); }
  srandom(7);
  printf("%ld ", random());
  char *old = initstate(3, small, sizeof small);
  printf("%ld %ld ", random(), random());
  setstate(old);
  printf("%ld\n", random());
  double x;
  long l;
  srand48_r(5, &q);
  for (int i = 0; i < 3; i++) { drand48_r(&q, &x); lrand48_r(&q, &l); printf("%a %ld ", x, l); }
  unsigned short seed[3] = {1, 2, 3}, all[7] = {1, 2, 3, 4, 5, 6, 7};
  seed48(seed);
  printf("%ld %ld ", lrand48(), mrand48());
  lcong48(all);
  printf("%ld %a\n", lrand48(), drand48());
  return 0;
}
