// Two names of one file.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s, t;
  int fd = open("a", O_RDWR | O_CREAT, 0644);
  assert(fd >= 0 && link("a", "b") == 0 && link("a", "b") == -1 && errno == EEXIST);
  assert(stat("a", &s) == 0 && stat("b", &t) == 0 && s.st_ino == t.st_ino && s.st_nlink == 2);
  assert(write(fd, "xyz", 3) == 3 && stat("b", &t) == 0 && t.st_size == 3);
  assert(unlink("a") == 0 && fstat(fd, &t) == 0 && t.st_nlink == 1);
  assert(unlink("b") == 0 && fstat(fd, &t) == 0 && t.st_nlink == 0 && t.st_size == 3);
  assert(link("a", "c") == -1 && errno == ENOENT && mkdir("d", 0755) == 0);
  assert(link("d", "e") == -1 && errno == EPERM);
  char c;
  return !(pread(fd, &c, 1, 1) == 1 && c == 'y');
}
