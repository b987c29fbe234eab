// F_GETFL has the way of opening; F_SETFL changes only some flags.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int fd = open("new", O_RDWR | O_CREAT | O_EXCL, 0600);
  assert(fd >= 0 && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR);
  assert((fcntl(fd, F_GETFL) & (O_CREAT | O_EXCL | O_APPEND)) == 0);
  assert(fcntl(fd, F_SETFL, O_APPEND | O_WRONLY) == 0);
  assert((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR);
  assert((fcntl(fd, F_GETFL) & O_APPEND) != 0);
  assert(write(fd, "ab", 2) == 2 && lseek(fd, 0, SEEK_SET) == 0);
  assert(write(fd, "cd", 2) == 2);
  char b[5] = {0};
  assert(pread(fd, b, 4, 0) == 4 && b[0] == 'a' && b[2] == 'c');
  assert(open("new", O_RDWR | O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
  assert(fcntl(99, F_GETFL) == -1 && errno == EBADF);
  return 0;
}
