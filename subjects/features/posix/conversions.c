// iconv between UTF-8 and ASCII, with and without //TRANSLIT.
#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>
static size_t convert(const char *to, const char *text, char *result) {
  iconv_t c = iconv_open(to, "UTF-8");
  assert(c != (iconv_t)-1);
  char *from = (char *)text, *at = result;
  size_t left = strlen(text), room = 20;
  size_t n = iconv(c, &from, &left, &at, &room);
  *at = 0;
  assert(iconv_close(c) == 0);
  return n;
}
int main(void) {
  char text[21];
  assert(convert("ASCII", "plain", text) == 0 && strcmp(text, "plain") == 0);
  assert(convert("ASCII", "Torbj\303\266rn", text) == (size_t)-1 && errno == EILSEQ && strcmp(text, "Torbj") == 0);
  assert(convert("ASCII//TRANSLIT", "Torbj\303\266rn", text) == 1 && strcmp(text, "Torbj?rn") == 0);
  assert(convert("UTF-8", "\303\266", text) == 0 && strcmp(text, "\303\266") == 0);
  return 0;
}
