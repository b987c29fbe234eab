// Functions of math.h are computed by the host's library, to the last bit.
#include <math.h>
#include <stdio.h>
int main(void) {
  static const double at[] = {-2.5, -1, -0.3, 0.0, 0.1, 0.7, 1, 3.25, 1e-300, 1e300, INFINITY};
  for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
    double x = at[i];
    printf("%a %a %a %a %a %a\n", acos(x), asin(x), atan(x), cosh(x), sinh(x), tanh(x));
    printf("%a %a %a %a %a %a\n", acosh(x), asinh(x), atanh(x), cbrt(x), erf(x), erfc(x));
    printf("%a %a %a %a %a\n", expm1(x), log1p(x), tgamma(x), hypot(x, 2), atan2(x, -1));
    printf("%a %a %a %a %a\n", exp2(x), pow(x, 3), fmod(x, 0.3), j0(x), y1(x));
    printf("%a %a %a\n", (double)cosf((float)x), (double)tanhf((float)x), (double)powf((float)x, 2.5f));
  }
  return 0;
}
