// twalk shows the shape of a tree, which is balanced as in the C library.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void show(const void *node, VISIT visit, int depth) { printf("%d:%d:%d ", **(int *const *)node, visit, depth); }
static void count(const void *node, VISIT visit, void *closure) { *(int *)closure += visit == leaf || visit == postorder; }
static void nothing(void *key) {}
int main(void) {
  static int keys[60];
  unsigned seed = 1;
  for (int n = 0; n < 60; n += 7) {
    void *root = 0;
    int nodes = 0;
    for (int i = 0; i < n; i++) {
      keys[i] = n % 2 ? i : (int)((seed = seed * 1103515245 + 12345) >> 20);
      tsearch(&keys[i], &root, order);
    }
    twalk(root, show);
    twalk_r(root, count, &nodes);
    printf("%d\n", nodes);
    tdestroy(root, nothing);
  }
  struct hsearch_data table = {0};
  ENTRY e = {"key", keys}, *found;
  hcreate_r(5, &table);
  printf("%d %d\n", hsearch_r(e, ENTER, &found, &table), found->data == keys);
  hdestroy_r(&table);
  return 0;
}
