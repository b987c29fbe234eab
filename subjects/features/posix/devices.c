// explore: --sym-stdin 2
// Devices that every system has.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char a, b, c = 1;
  struct stat s, t;
  int null = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDWR), full = open("/dev/full", O_WRONLY);
  assert(null >= 0 && write(null, "x", 1) == 1 && read(null, &c, 1) == 0 && c == 1);
  assert(read(zero, &c, 1) == 1 && c == 0 && write(full, "x", 1) == -1 && errno == ENOSPC);
  assert(fstat(null, &s) == 0 && S_ISCHR(s.st_mode));
  assert(read(0, &a, 1) == 1);
  int again = open("/dev/stdin", O_RDONLY), third = open("/dev/fd/0", O_RDONLY);
  assert(again >= 0 && read(again, &b, 1) == 1 && a == b && third >= 0 && read(third, &c, 1) == 1 && a == c);
  assert(fstat(0, &s) == 0 && stat("/dev/stdin", &t) == 0 && s.st_ino == t.st_ino);
  assert(open("/dev/fd/77", O_RDONLY) == -1 && errno == ENOENT && lstat("/dev/stdin", &s) == 0 && S_ISLNK(s.st_mode));
  return 0;
}
