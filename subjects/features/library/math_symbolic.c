// Symbolic arguments are made concrete, which the result says.
// incomplete: an argument of a mathematical function
#include <math.h>
#include <pikse.h>
int main(void) {
  double x;
  pikse_symbolic(&x, sizeof x, "x");
  if (!(x >= 0 && x <= 1)) return 1;
  return acos(x) > 1 ? 2 : 3;
}
