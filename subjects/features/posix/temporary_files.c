// Names for new files.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char a[] = "aXXXXXX", b[] = "aXXXXXX", c[] = "cXXXXXX", d[] = "dXXXXX", e[] = "eXXXXXX.c";
  struct stat s;
  int one = mkstemp(a), two = mkstemp(b);
  assert(one >= 0 && two >= 0 && strcmp(a, b) && stat(a, &s) == 0 && (s.st_mode & 0777) == 0600);
  assert(mkdtemp(c) == c && stat(c, &s) == 0 && S_ISDIR(s.st_mode) && (s.st_mode & 0777) == 0700 && rmdir(c) == 0);
  assert(mkstemp(d) == -1 && errno == EINVAL && mkstemps(e, 2) >= 0 && e[8] == 'c');
  FILE *t = tmpfile();
  assert(t && fputs("hi", t) >= 0 && fseek(t, 0, SEEK_SET) == 0 && fgetc(t) == 'h');
  return fclose(t);
}
