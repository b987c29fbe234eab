// Functions of math.h set errno.
#include <assert.h>
#include <errno.h>
#include <math.h>
static int after(double value) {
  (void)value;
  int error = errno;
  errno = 0;
  return error;
}
int main(void) {
  volatile double minus = -1, zero = 0, large = 1.7e308, one = 1, inf = INFINITY;
  assert(after(log(minus)) == EDOM && after(log(zero)) == ERANGE && after(sqrt(minus)) == EDOM);
  assert(after(exp(large)) == ERANGE && after(acos(large)) == EDOM && after(pow(large, 2)) == ERANGE);
  assert(after(pow(zero, minus)) == ERANGE && after(fmod(one, zero)) == EDOM && after(sin(inf)) == EDOM);
  assert(after(sqrt(one)) == 0 && after(log(one)) == 0 && after(tgamma(minus)) == EDOM);
  assert(after(atanh(one)) == ERANGE && after(hypot(large, large)) == ERANGE && after(lgamma(minus)) == ERANGE);
  return 0;
}
