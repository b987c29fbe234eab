// fnmatch and regular expressions.
#include <assert.h>
#include <fnmatch.h>
#include <regex.h>
#include <string.h>
static int finds(const char *pattern, const char *text, int flags, int start, int end) {
  regex_t r;
  regmatch_t m[3];
  assert(regcomp(&r, pattern, flags) == 0);
  int found = regexec(&r, text, 3, m, 0);
  regfree(&r);
  return start < 0 ? found == REG_NOMATCH : found == 0 && m[0].rm_so == start && m[0].rm_eo == end;
}
static int refused(const char *pattern, int flags) {
  regex_t r;
  return regcomp(&r, pattern, flags);
}
int main(void) {
  assert(fnmatch("*.c", "x.c", 0) == 0 && fnmatch("*.c", ".c", FNM_PERIOD) == FNM_NOMATCH && fnmatch("a?[b-d]", "axc", 0) == 0);
  assert(fnmatch("*", "a/b", FNM_PATHNAME) == FNM_NOMATCH && fnmatch("[!a]", "b", 0) == 0 && fnmatch("\\*", "*", 0) == 0 && fnmatch("[[:digit:]]", "7", 0) == 0);
  assert(finds("b*", "abbc", 0, 0, 0) && finds("bb*", "abbc", 0, 1, 3) && finds("^a.c$", "abc", 0, 0, 3) && finds("x", "abc", 0, -1, 0));
  assert(finds("(a|ab)(c|bcd)", "abcd", REG_EXTENDED, 0, 4) && finds("\\(a\\)\\1", "xaa", 0, 1, 3) && finds("[^a-c]+", "abxyc", REG_EXTENDED, 2, 4));
  assert(finds("a{2,3}", "aaaa", REG_EXTENDED, 0, 3) && finds("a\\{2\\}", "aaaa", 0, 0, 2) && finds("A", "xa", REG_ICASE, 1, 2) && finds("\\bfoo\\b", "a foo", 0, 2, 5));
  assert(refused("[a", 0) == REG_EBRACK && refused("[", 0) == REG_BADPAT && refused("\\(", 0) == REG_EPAREN && refused("*", REG_EXTENDED) == REG_BADRPT && refused("[[:x:]]", 0) == REG_ECTYPE && refused("\\1", 0) == REG_ESUBREG);
  return 0;
}
