// Small functions on text.
// exit: 0 1 3
#define _GNU_SOURCE
#include <argz.h>
#include <assert.h>
#include <envz.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pikse.h>
int main(void) {
  static const long all[] = {0, 1, 63, 64, 123456789, 2147483647, -1};
  for (int i = 0; i < 7; i++) printf("%s %ld\n", l64a(all[i]), a64l(l64a(all[i])));
  printf("%ld %ld\n", a64l("zzzzzz"), a64l("a b"));
  char options[] = "ro,size=5,none=1,mode", *at = options, *value;
  char *const names[] = {"ro", "size", "mode", 0};
  while (*at) { int k = getsubopt(&at, names, &value); printf("%d %s\n", k, value ? value : "-"); }
  char *list = 0;
  size_t n = 0;
  assert(argz_create_sep(":a::bc:d:", ':', &list, &n) == 0 && argz_count(list, n) == 4 && argz_add(&list, &n, "e") == 0);
  argz_delete(&list, &n, list + 2);
  assert(argz_insert(&list, &n, list, "first") == 0);
  for (char *one = 0; (one = argz_next(list, n, one));) printf("%s ", one);
  argz_stringify(list, n, ',');
  printf("%s\n", list);
  free(list);
  list = 0, n = 0;
  assert(envz_add(&list, &n, "A", "1") == 0 && envz_add(&list, &n, "B", 0) == 0 && envz_add(&list, &n, "A", "22") == 0);
  assert(!strcmp(envz_get(list, n, "A"), "22") && !envz_get(list, n, "B") && envz_entry(list, n, "B"));
  free(list);
  char answer[2] = {0};
  pikse_symbolic(answer, 1, "answer");
  int yes = rpmatch(answer);
  return yes < 0 ? 3 : yes;
}
