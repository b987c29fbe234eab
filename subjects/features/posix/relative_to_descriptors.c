// Functions with names relative to a descriptor.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s, t;
  char b[8];
  assert(mkdir("d", 0755) == 0);
  int d = open("d", O_RDONLY | O_DIRECTORY), f = openat(d, "f", O_RDWR | O_CREAT, 0600);
  assert(d >= 0 && f >= 0 && fstatat(d, "f", &s, 0) == 0 && stat("d/f", &t) == 0 && s.st_ino == t.st_ino);
  assert(fstatat(f, "x", &s, 0) == -1 && errno == ENOTDIR && fstatat(99, "x", &s, 0) == -1 && errno == EBADF);
  assert(openat(99, "/", O_RDONLY) >= 0 && mkdirat(d, "e", 0700) == 0 && unlinkat(d, "e", 0) == -1 && errno == EISDIR);
  assert(unlinkat(d, "e", AT_REMOVEDIR) == 0 && symlinkat("f", d, "l") == 0 && readlinkat(d, "l", b, 8) == 1);
  assert(linkat(d, "f", AT_FDCWD, "g", 0) == 0 && renameat(AT_FDCWD, "g", d, "h") == 0 && stat("d/h", &s) == 0);
  assert(faccessat(d, "h", R_OK, 0) == 0 && fchmodat(d, "h", 0, 0) == 0 && faccessat(d, "f", R_OK, 0) == -1);
  assert(mkfifoat(d, "p", 0600) == 0 && fstatat(d, "p", &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISFIFO(s.st_mode));
  assert(fstatat(d, "l", &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(s.st_mode));
  assert(openat(d, "", O_RDONLY) == -1 && errno == ENOENT);
  return 0;
}
