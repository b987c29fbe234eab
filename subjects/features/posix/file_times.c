// Times that a program sets are those that it reads.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  int fd = open("f", O_RDWR | O_CREAT, 0600);
  struct timespec t[2] = {{1000, 5}, {2000, 999999999}};
  assert(futimens(fd, t) == 0 && fstat(fd, &s) == 0 && s.st_atim.tv_sec == 1000 && s.st_mtim.tv_nsec == 999999999);
  struct timespec u[2] = {{0, UTIME_OMIT}, {3000, 0}};
  assert(utimensat(AT_FDCWD, "f", u, 0) == 0 && stat("f", &s) == 0 && s.st_atim.tv_sec == 1000 && s.st_mtim.tv_sec == 3000);
  struct timeval v[2] = {{1, 2}, {3, 4}};
  assert(utimes("f", v) == 0 && stat("f", &s) == 0 && s.st_mtim.tv_nsec == 4000);
  u[0].tv_nsec = 1000000000;
  assert(utimensat(AT_FDCWD, "f", u, 0) == -1 && errno == EINVAL && utimes("no", v) == -1 && errno == ENOENT);
  assert(write(fd, "x", 1) == 1 && fstat(fd, &s) == 0 && s.st_mtim.tv_sec > 3000 && s.st_atim.tv_sec == 1);
  return 0;
}
