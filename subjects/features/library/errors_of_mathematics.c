// Results and errno of functions of math.h, for numbers of all kinds.
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 22 };
static volatile double x[N] = {
  0, -0.0, 1, -1, 0.5, -0.5, 2, 3.7, -3.7, 1e300, -1e300, 1e-300, 1e-310, 4.9e-324,
  INFINITY, -INFINITY, NAN, 710, -750, 1e10, 2.5, 1.7976931348623157e308,
};

/* Which NaN it is does not matter. */
static void show(const char *name, double result)
{
  int error = errno;
  uint64_t bits = 1;
  if (result == result)
    memcpy(&bits, &result, 8);
  printf("%s %llx %d\n", name, (unsigned long long)bits, error);
  errno = 0;
}

#define ONE(f) for (int i = 0; i < N; i++) show(#f, f(x[i]))
#define TWO(f) for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) show(#f, f(x[i], x[j]))
#define WHOLE(f) for (int i = 0; i < N; i++) printf("%s %lld %d\n", #f, (long long)f(x[i]), errno), errno = 0
#define SCALED(f) for (int i = 0; i < N; i++) for (int n = -1100; n < 1200; n += 300) show(#f, f(x[i], n))

int main(void)
{
  ONE(sin); ONE(cos); ONE(tan); ONE(asin); ONE(acos); ONE(atan);
  ONE(sinh); ONE(cosh); ONE(tanh); ONE(asinh); ONE(acosh); ONE(atanh);
  ONE(exp); ONE(exp2); ONE(expm1); ONE(log); ONE(log2); ONE(log10); ONE(log1p); ONE(logb);
  ONE(sqrt); ONE(cbrt); ONE(ceil); ONE(floor); ONE(trunc); ONE(round); ONE(rint); ONE(nearbyint);
  ONE(fabs); ONE(erf); ONE(erfc); ONE(tgamma); ONE(lgamma);
  ONE(sinf); ONE(expf); ONE(logf); ONE(sqrtf); ONE(roundf); ONE(rintf); ONE(logbf); ONE(tgammaf);
  WHOLE(ilogb); WHOLE(lrint); WHOLE(llrint); WHOLE(lround); WHOLE(llround);
  WHOLE(isnan); WHOLE(isinf); WHOLE(isfinite); WHOLE(isnormal); WHOLE(signbit); WHOLE(fpclassify);
  TWO(pow); TWO(fmod); TWO(remainder); TWO(atan2); TWO(hypot); TWO(fdim); TWO(nextafter);
  TWO(powf); TWO(fmodf); TWO(remainderf); TWO(atan2f); TWO(hypotf); TWO(fdimf); TWO(nextafterf);
  SCALED(ldexp); SCALED(scalbn); SCALED(scalbln); SCALED(ldexpf); SCALED(scalbnf);
  for (int i = 0; i < N; i++) {
    double whole = 0;
    int exponent = 0;
    show("frexp", frexp(x[i], &exponent));
    show("modf", modf(x[i], &whole));
    show("the whole part", whole);
    if (isfinite(x[i]))
      printf("%d\n", exponent);
  }
  return 0;
}
