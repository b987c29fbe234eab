// explore: --sym-stdin 3
// Wide characters of streams.
#include <assert.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>
int main(void) {
  wint_t c;
  int letters = 0;
  assert(fwide(stdin, 0) == 0);
  if ((c = getwchar()) == WEOF) return 0;
  assert(ungetwc(c, stdin) == c && fwide(stdin, 0) > 0);
  while ((c = fgetwc(stdin)) != WEOF) letters += !!iswalpha(c);
  assert(letters <= 3);
  FILE *f = tmpfile();
  wchar_t line[16];
  fputws(L"first\nsecond", f);
  fputwc(L'\n', f);
  rewind(f);
  assert(fgetws(line, 16, f) && !wcscmp(line, L"first\n") && fgetws(line, 4, f) && !wcscmp(line, L"sec"));
  fclose(f);
  putwchar(L'!');
  fputws(L" done\n", stdout);
  return 0;
}
