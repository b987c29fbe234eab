// A pair of sockets: both ends send and receive.
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <pikse.h>
int main(void) {
  int s[2], d[2], type;
  char b[16];
  socklen_t size = sizeof type;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0 && getsockopt(s[0], SOL_SOCKET, SO_TYPE, &type, &size) == 0);
  assert(type == SOCK_STREAM && write(s[0], "hello", 5) == 5 && send(s[0], "!", 1, 0) == 1);
  assert(recv(s[1], b, 3, MSG_PEEK) == 3 && read(s[1], b, 16) == 6 && b[5] == '!');
  assert(recv(s[1], b, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  struct pollfd p = {s[1], POLLIN | POLLOUT, 0};
  assert(poll(&p, 1, 0) == 1 && p.revents == POLLOUT && lseek(s[0], 0, SEEK_CUR) == -1 && errno == ESPIPE);
  assert(shutdown(s[0], SHUT_WR) == 0 && read(s[1], b, 1) == 0 && write(s[1], "back", 4) == 4 && read(s[0], b, 9) == 4);
  signal(SIGPIPE, SIG_IGN);
  assert(close(s[1]) == 0 && write(s[0], "x", 1) == -1 && errno == EPIPE && close(s[0]) == 0);
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, d) == 0 && send(d[0], "ab", 2, 0) == 2 && send(d[0], "cde", 3, 0) == 3);
  assert(recv(d[1], b, 1, 0) == 1 && b[0] == 'a' && recv(d[1], b, 9, 0) == 3 && b[2] == 'e');
  struct iovec parts[2] = {{"x", 1}, {"yz", 2}};
  struct msghdr m = {0};
  m.msg_iov = parts;
  m.msg_iovlen = 2;
  assert(sendmsg(d[1], &m, 0) == 3 && read(d[0], b, 9) == 3 && b[1] == 'y');
  unsigned char x;
  pikse_symbolic(&x, 1, "x");
  assert(write(d[0], &x, 1) == 1 && read(d[1], b, 9) == 1);
  return b[0] == 7;
}
