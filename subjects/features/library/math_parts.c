// Functions of math.h with several results.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
int main(void) {
  double s, c, whole;
  float fs, fc;
  int n, sign;
  sincos(0.75, &s, &c);
  sincosf(0.75f, &fs, &fc);
  printf("%a %a %a %a\n", s, c, (double)fs, (double)fc);
  printf("%a ", remquo(-29.5, 3.0, &n));
  printf("%d\n", n & 7);
  printf("%a ", lgamma_r(-2.5, &sign));
  printf("%d %a %d\n", sign, lgamma(3.5), signgam);
  printf("%a ", modf(-3.75, &whole));
  printf("%a %a\n", whole, frexp(100, &n));
  printf("%d %d %a %a %a\n", n, ilogb(1e10), logb(0.1), scalbln(1.5, 4), ldexp(0.75, -3));
  printf("%ld %ld %lld %ld\n", lround(2.5), lrint(2.5), llround(-0.5), lrintf(3.5f));
  printf("%a %a %a\n", nexttoward(1.0, 2.0L), nextup(1.0), nextafterf(1.0f, 0.0f));
  return 0;
}
