// A comparison for qsort that takes pointers of another type.
#include <assert.h>
#include <stdlib.h>
static int compare(const int *a, const int *b) { return (*a > *b) - (*a < *b); }
int main(void) {
  int a[4] = {3, 1, 4, 1};
  qsort(a, 4, sizeof *a, (int (*)(const void *, const void *))compare);
  assert(a[0] == 1 && a[1] == 1 && a[2] == 3 && a[3] == 4);
  return 0;
}
