// explore: --sym-arg 1
// exit: 0 1
// A symbolic descriptor is one that is open, or none.
#include <errno.h>
#include <fcntl.h>
int main(int argc, char **argv) {
  int fd = (signed char)argv[1][0];
  if (fcntl(fd, F_GETFD) >= 0) return fd < 0 || fd > 2;
  return errno == EBADF ? 1 : 2;
}
