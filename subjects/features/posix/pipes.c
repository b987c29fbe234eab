// A pipe is a queue of bytes.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  int p[2];
  char b[8];
  struct stat s;
  assert(pipe(p) == 0 && fstat(p[0], &s) == 0 && S_ISFIFO(s.st_mode));
  assert(write(p[1], "abc", 3) == 3 && write(p[1], "de", 2) == 2 && read(p[0], b, 2) == 2 && b[1] == 'b');
  assert(read(p[0], b, 8) == 3 && b[2] == 'e' && lseek(p[0], 0, SEEK_CUR) == -1 && errno == ESPIPE);
  assert(write(p[0], "x", 1) == -1 && errno == EBADF && read(p[1], b, 1) == -1 && errno == EBADF);
  assert(fcntl(p[0], F_SETFL, O_NONBLOCK) == 0 && read(p[0], b, 1) == -1 && errno == EAGAIN);
  struct pollfd q = {p[0], POLLIN, 0};
  assert(poll(&q, 1, 0) == 0 && write(p[1], "f", 1) == 1 && poll(&q, 1, 0) == 1 && q.revents == POLLIN);
  assert(close(p[1]) == 0 && read(p[0], b, 8) == 1 && read(p[0], b, 8) == 0);
  signal(SIGPIPE, SIG_IGN);
  assert(pipe(p) == 0 && close(p[0]) == 0 && write(p[1], "x", 1) == -1 && errno == EPIPE);
  return 0;
}
