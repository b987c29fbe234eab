// Long doubles from text and to text.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char text[100], *end;
  long double x = strtold("0.1x", &end), y;
  assert(*end == 'x' && x != 0.1 && x == 0.1L);
  snprintf(text, sizeof text, "%Lf %.20Lg %Le", x, x, -1e300L);
  assert(strcmp(text, "0.100000 0.1 -1.000000e+300") == 0);
  assert(sscanf("2.5 7", "%Lf %Lf", &x, &y) == 2 && x == 2.5L && y == 7);
  snprintf(text, sizeof text, "%La|%10.2Lf|%d", 1.0L, 12345.678L, 9);
  assert(strcmp(text, "0x8p-3|  12345.68|9") == 0);
  return 0;
}
