// Comparisons of long doubles, NaN and zeros of both signs.
#include <assert.h>
static volatile long double zero = 0.0L;
int main(void) {
  long double nan = zero / zero, inf = 1 / zero;
  assert(!(nan == nan) && nan != nan && !(nan < 1) && !(nan > 1));
  assert(-zero == zero && inf > 1e4000L && -inf < -1e4000L);
  assert(1.5L < 2.5L && -1.5L > -2.5L && 1.5L >= 1.5L && 1.5L <= 1.5L);
  assert(__builtin_isunordered(nan, 1.0L) && !__builtin_isunordered(inf, 1.0L));
  return 0;
}
