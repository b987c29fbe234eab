// libintl.h in the C locale: messages are their own translation.
#include <assert.h>
#include <libintl.h>
#include <locale.h>
#include <nl_types.h>
#include <pikse.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  setlocale(LC_ALL, "");
  assert(!strcmp(textdomain(0), "messages") && !strcmp(bindtextdomain("own", "/opt/locale"), "/opt/locale"));
  assert(!strcmp(textdomain("own"), "own") && !strcmp(bind_textdomain_codeset("own", "UTF-8"), "UTF-8"));
  assert(!strcmp(bindtextdomain("own", 0), "/opt/locale"));
  unsigned long n;
  pikse_symbolic(&n, sizeof n, "n");
  printf("%s %s\n", gettext("hello"), dgettext("own", "world"));
  const char *text = ngettext("%lu file", "%lu files", n);
  assert((text[8] == 's') == (n != 1) && dcngettext("own", "a", "b", n, LC_MESSAGES)[0] == (n == 1 ? 'a' : 'b'));
  nl_catd catalog = catopen("none", 0);
  assert(catalog == (nl_catd)-1);
  return 0;
}
