// obstack.h.
#define _GNU_SOURCE
#include <assert.h>
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pikse.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
int main(void) {
  struct obstack o;
  obstack_init(&o);
  char *a = obstack_copy0(&o, "first", 5), *b;
  for (int i = 0; i < 2000; i++) obstack_grow(&o, "xyz", 3);
  obstack_1grow(&o, 0);
  b = obstack_finish(&o);
  assert(!strcmp(a, "first") && strlen(b) == 6000);
  unsigned char n;
  pikse_symbolic(&n, 1, "n");
  pikse_assume(n < 3);
  obstack_printf(&o, "%d-%s", n, "q");
  obstack_1grow(&o, 0);
  char *c = obstack_finish(&o);
  assert(c[0] == '0' + n && c[2] == 'q');
  obstack_free(&o, b);
  assert(!strcmp(a, "first"));
  obstack_free(&o, 0);
  return 0;
}
