// F_SETFD and F_GETFD keep the flag of one descriptor; duplicates have their own.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  assert(fcntl(0, F_GETFD) == 0);
  assert(fcntl(0, F_SETFD, FD_CLOEXEC) == 0);
  assert(fcntl(0, F_GETFD) == FD_CLOEXEC);
  int copy = dup(0);
  assert(fcntl(copy, F_GETFD) == 0);
  int other = fcntl(0, F_DUPFD_CLOEXEC, 10);
  assert(other >= 10 && fcntl(other, F_GETFD) == FD_CLOEXEC);
  assert(fcntl(0, F_DUPFD, 20) == 20);
  assert(fcntl(20, F_GETFD) == 0);
  assert(dup3(0, 21, O_CLOEXEC) == 21 && fcntl(21, F_GETFD) == FD_CLOEXEC);
  assert(dup2(21, 21) == 21 && fcntl(21, F_GETFD) == FD_CLOEXEC);
  int fd = open(".", O_RDONLY | O_CLOEXEC);
  assert(fcntl(fd, F_GETFD) == FD_CLOEXEC);
  assert(close(fd) == 0 && fcntl(fd, F_GETFD) == -1);
  return 0;
}
