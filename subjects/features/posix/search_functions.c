// search.h: trees, a table, lists.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <search.h>
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void nothing(void *key) {}
int main(void) {
  static int keys[] = {5, 2, 8, 1, 9};
  void *root = 0;
  for (int i = 0; i < 5; i++) assert(**(int **)tsearch(&keys[i], &root, order) == keys[i]);
  int eight = 8, seven = 7;
  assert(**(int **)tfind(&eight, &root, order) == 8 && !tfind(&seven, &root, order) && !tdelete(&seven, &root, order));
  assert(**(int **)tsearch(&eight, &root, order) == 8 && *(int **)tfind(&eight, &root, order) == &keys[2]);
  assert(tdelete(&keys[0], &root, order) && !tfind(&keys[0], &root, order) && tfind(&keys[3], &root, order));
  tdestroy(root, nothing);
  assert(hcreate(2));
  ENTRY a = {"one", &keys[0]}, b = {"two", &keys[1]}, c = {"one", 0}, *found;
  assert(hsearch(a, ENTER) && hsearch(b, ENTER) && (found = hsearch(c, FIND)) && found->data == &keys[0]);
  c.key = "none";
  assert(!hsearch(c, FIND) && errno == ESRCH);
  hdestroy();
  size_t count = 2;
  int list[3] = {4, 6}, six = 6;
  assert(lfind(&six, list, &count, sizeof *list, order) == &list[1] && lsearch(&seven, list, &count, sizeof *list, order) == &list[2] && count == 3);
  return 0;
}
