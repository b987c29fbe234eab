// Between bytes and wide characters, with and without a state.
// exit: 0 1
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>
#include <pikse.h>
int main(void) {
  wchar_t w[8];
  char b[8];
  mbstate_t s;
  memset(&s, 0, sizeof s);
  const char *from = "abc";
  assert(mbsrtowcs(w, &from, 8, &s) == 3 && !from && w[2] == L'c');
  const wchar_t *wide = w;
  assert(wcsrtombs(b, &wide, 2, &s) == 2 && wide == w + 2 && mbsinit(&s));
  char16_t c16;
  char32_t c32;
  assert(mbrtoc16(&c16, "x", 1, &s) == 1 && c16 == u'x' && mbrtoc32(&c32, "", 1, &s) == 0 && c16rtomb(b, u'y', &s) == 1);
  assert(c32rtomb(b, 0x20ac, &s) == (size_t)-1 && errno == EILSEQ);
  wctype_t digit = wctype("digit");
  assert(digit && iswctype(L'7', digit) && !iswctype(L'x', digit) && !wctype("none"));
  assert(towctrans(L'q', wctrans("toupper")) == L'Q' && wctob(L'a') == 'a' && btowc(200) == WEOF);
  char x[2] = {0};
  pikse_symbolic(x, 1, "x");
  from = x;
  return mbsrtowcs(w, &from, 8, &s) == (size_t)-1;
}
