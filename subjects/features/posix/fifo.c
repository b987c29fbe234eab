// A FIFO that is opened for reading and writing does not wait.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char c;
  struct stat s;
  assert(mkfifo("p", 0600) == 0 && mkfifo("p", 0600) == -1 && errno == EEXIST && stat("p", &s) == 0 && S_ISFIFO(s.st_mode));
  assert(open("p", O_WRONLY | O_NONBLOCK) == -1 && errno == ENXIO);
  int r = open("p", O_RDONLY | O_NONBLOCK), w = open("p", O_WRONLY);
  assert(r >= 0 && w >= 0 && read(r, &c, 1) == -1 && errno == EAGAIN && write(w, "z", 1) == 1 && read(r, &c, 1) == 1 && c == 'z');
  assert(close(w) == 0 && read(r, &c, 1) == 0 && mknod("n", S_IFREG | 0600, 0) == 0 && stat("n", &s) == 0 && S_ISREG(s.st_mode));
  assert(mknod("c", S_IFCHR | 0600, 0x103) == -1 && errno == EPERM);
  return 0;
}
