// Links to names, which may not exist.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  char b[16];
  assert(symlink("f", "l") == 0 && symlink("g", "l") == -1 && errno == EEXIST && symlink("", "m") == -1 && errno == ENOENT);
  assert(stat("l", &s) == -1 && errno == ENOENT && lstat("l", &s) == 0 && S_ISLNK(s.st_mode) && s.st_size == 1);
  int fd = open("l", O_WRONLY | O_CREAT | O_EXCL, 0600);
  assert(fd == -1 && errno == EEXIST && (fd = open("l", O_WRONLY | O_CREAT, 0600)) >= 0);
  assert(lstat("f", &s) == 0 && S_ISREG(s.st_mode) && stat("l", &s) == 0 && S_ISREG(s.st_mode));
  assert(open("l", O_RDONLY | O_NOFOLLOW) == -1 && errno == ELOOP);
  assert(readlink("l", b, sizeof b) == 1 && b[0] == 'f' && readlink("f", b, 9) == -1 && errno == EINVAL);
  assert(readlink("l", b, 0) == -1 && errno == EINVAL);
  assert(symlink("o", "n") == 0 && symlink("n", "o") == 0 && open("n", O_RDONLY) == -1 && errno == ELOOP);
  assert(mkdir("d", 0755) == 0 && symlink("../f", "d/up") == 0 && stat("d/up", &s) == 0 && symlink("d", "e") == 0);
  assert(stat("e/up", &s) == 0 && lstat("e/", &s) == 0 && S_ISDIR(s.st_mode) && unlink("e") == 0 && stat("d", &s) == 0);
  char *real = realpath("d/up", NULL);
  assert(real && !strcmp(strrchr(real, '/'), "/f"));
  free(real);
  return 0;
}
