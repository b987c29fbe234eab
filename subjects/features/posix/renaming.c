// rename replaces what it may replace.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static int fails(const char *from, const char *to, int error) { return rename(from, to) == -1 && errno == error; }
int main(void) {
  struct stat s, t;
  close(creat("a", 0600)), close(creat("b", 0600)), mkdir("d", 0755), mkdir("e", 0755), mkdir("d/in", 0755);
  assert(stat("a", &s) == 0 && rename("a", "b") == 0 && stat("b", &t) == 0 && s.st_ino == t.st_ino);
  assert(stat("a", &s) == -1 && fails("a", "b", ENOENT) && fails("b", "d", EISDIR) && fails("d", "b", ENOTDIR));
  assert(fails("e", "d", ENOTEMPTY) && fails("d", "d/in/x", EINVAL) && fails("b", "no/x", ENOENT));
  assert(fails("d", ".", EBUSY) && fails("b", "c/", ENOTDIR));
  assert(rename("d/in", "e") == 0 && stat("d/in", &s) == -1 && rename("d", "e/f") == 0 && stat("e/f", &s) == 0);
  assert(stat("e", &s) == 0 && s.st_nlink == 3 && rename("b", "b") == 0);
  close(creat("c", 0600));
  assert(renameat2(AT_FDCWD, "b", AT_FDCWD, "c", RENAME_NOREPLACE) == -1 && errno == EEXIST);
  assert(link("b", "b2") == 0 && rename("b", "b2") == 0 && stat("b", &s) == 0);
  return 0;
}
