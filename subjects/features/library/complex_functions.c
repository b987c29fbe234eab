// complex.h in its three formats.
#include <complex.h>
#include <stdio.h>
int main(void) {
  double complex z = 1.5 - 0.5 * I;
  float complex f = 0.25f + 2 * I;
  long double complex l = -1 + 0.125L * I;
  printf("%a %a %a %a\n", cabs(z), carg(z), creal(cproj(z)), cimag(conj(z)));
  double complex all[] = {csqrt(z), cexp(z), clog(z), csin(z), ccos(z), ctan(z), cacos(z), casinh(z), cpow(z, 2 + I)};
  for (int i = 0; i < 9; i++) printf("%a %a\n", creal(all[i]), cimag(all[i]));
  float complex g = cpowf(csqrtf(f), cexpf(f));
  printf("%a %a %a\n", (double)crealf(g), (double)cimagf(g), (double)cabsf(f));
  long double complex m = csqrtl(l) * clogl(l);
  printf("%La %La %La\n", creall(m), cimagl(m), cabsl(l));
  return 0;
}
