// Functions that take a locale.
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>
#include <pikse.h>
int main(void) {
  locale_t c = newlocale(LC_ALL_MASK, "C", 0);
  assert(c && !newlocale(LC_ALL_MASK, "xx_YY", 0));
  char x;
  pikse_symbolic(&x, 1, "x");
  assert(!isalpha_l(x & 127, c) == !isalpha(x & 127) && toupper_l(x & 127, c) == toupper(x & 127));
  assert(strcasecmp_l("aBc", "AbC", c) == 0 && strcoll_l("a", "b", c) < 0 && strtod_l("1.5x", 0, c) == 1.5);
  assert(strtol_l("0x10", 0, 16, c) == 16 && !strcmp(nl_langinfo_l(RADIXCHAR, c), "."));
  assert(iswalpha_l(L'a', c) && towupper_l(L'a', c) == L'A');
  locale_t old = uselocale(c);
  assert(old);
  uselocale(old);
  freelocale(c);
  return 0;
}
