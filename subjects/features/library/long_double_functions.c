// The long double forms of math.h.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  long double x = 0.7L, whole;
  int n;
  printf("%La %La %La %La\n", sinl(x), cosl(x), tanl(x), atan2l(x, -2));
  printf("%La %La %La %La\n", expl(x), logl(x), powl(x, 3.5L), sqrtl(x));
  printf("%La %La %La %La\n", floorl(-x), ceill(x), roundl(x * 5), truncl(x * 9));
  printf("%La %La %La %La\n", fmodl(x * 10, 2), hypotl(x, 1), cbrtl(x), erfl(x));
  printf("%La %La %La\n", fmaxl(x, 1), fminl(x, 1), fdiml(3, x));
  printf("%La ", modfl(x * 10, &whole));
  printf("%La %La ", whole, frexpl(x * 100, &n));
  printf("%d %ld %La %d\n", n, lroundl(x * 100), ldexpl(x, 5), ilogbl(x * 1000));
  printf("%d %d %d %d\n", isnan(x), !!isinf(x / 0), signbit(-x) != 0, fpclassify(x));
  printf("%La %La\n", nextafterl(x, 1), strtold("1.25e10", 0));
  return 0;
}
