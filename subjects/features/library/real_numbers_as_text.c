// ecvt, fcvt, gcvt, strfromd.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  static const double all[] = {0, 1, -1.5, 123.456, 0.00123, 9.9999, 1e10, 5e-7, 1e100};
  char b[64];
  int point, sign;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    printf("%s ", ecvt(all[i], 5, &point, &sign));
    printf("%d %d ", point, sign);
    printf("%s ", fcvt(all[i], 3, &point, &sign));
    printf("%d %d %s ", point, sign, gcvt(all[i], 6, b));
    printf("%d ", strfromd(b, sizeof b, "%.4g", all[i]));
    printf("%s %d\n", b, strfromf(b, 4, "%f", (float)all[i]));
  }
  return 0;
}
