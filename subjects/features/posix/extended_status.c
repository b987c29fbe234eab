// statx and the sizes of folders, links and files.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
int main(void) {
  struct statx x;
  struct stat s;
  int fd = open("f", O_RDWR | O_CREAT, 0604);
  assert(write(fd, "12345", 5) == 5 && statx(AT_FDCWD, "f", 0, STATX_BASIC_STATS, &x) == 0 && x.stx_size == 5);
  assert(fstat(fd, &s) == 0 && x.stx_ino == s.st_ino && x.stx_mode == s.st_mode && (s.st_mode & 0777) == 0604 && x.stx_nlink == 1);
  assert(x.stx_uid == getuid() && makedev(x.stx_dev_major, x.stx_dev_minor) == s.st_dev);
  assert(statx(fd, "", AT_EMPTY_PATH, STATX_SIZE, &x) == 0 && x.stx_size == 5 && statx(fd, "", 0, STATX_SIZE, &x) == -1 && errno == ENOENT);
  assert(symlink("f", "l") == 0 && statx(AT_FDCWD, "l", AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &x) == 0 && S_ISLNK(x.stx_mode));
  assert(fstatat(AT_FDCWD, "f", &s, 1 << 30) == -1 && errno == EINVAL && stat("/dev/null", &s) == 0 && major(s.st_rdev) == 1 && minor(s.st_rdev) == 3);
  return 0;
}
