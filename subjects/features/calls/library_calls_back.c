// Functions of the library compare by a function of the program, in an order of their own.
// A path for each way in which four numbers can be ordered, with equal ones.
// paths: 75
#define _GNU_SOURCE
#include <klee/klee.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
  unsigned char x = *(const unsigned char *)a, y = *(const unsigned char *)b;
  return x < y ? -1 : x > y;
}

static int compare_with(const void *a, const void *b, void *sign)
{
  return *(int *)sign * compare(a, b);
}

int main(void)
{
  unsigned char a[3], key;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(&key, sizeof key, "key");
  qsort(a, 3, 1, compare);
  if (a[0] > a[1] || a[1] > a[2])
    abort();
  unsigned char *found = bsearch(&key, a, 3, 1, compare);
  size_t count = 3;
  unsigned char *first = lfind(&key, a, &count, 1, compare);
  if (!found != !first)
    abort();
  int sign = -1;
  qsort_r(a, 3, 1, compare_with, &sign);
  void *root = NULL;
  for (int i = 0; i < 3; i++)
    tsearch(&a[i], &root, compare);
  printf("%d %d\n", found ? (int)*found : -1, tfind(&key, &root, compare) != NULL);
  return 0;
}
