// A server and its client in one program; nobody else is on the network.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
int main(void) {
  int server = socket(AF_UNIX, SOCK_STREAM, 0), client = socket(AF_UNIX, SOCK_STREAM, 0), one = 1;
  struct sockaddr_un a = {AF_UNIX, "socket"};
  char b[8];
  assert(connect(client, (void *)&a, sizeof a) == -1 && errno == ENOENT);
  assert(bind(server, (void *)&a, sizeof a) == 0 && connect(client, (void *)&a, sizeof a) == -1 && errno == ECONNREFUSED);
  assert(bind(client, (void *)&a, sizeof a) == -1 && errno == EADDRINUSE);
  assert(listen(server, 5) == 0 && connect(client, (void *)&a, sizeof a) == 0);
  int end = accept(server, 0, 0);
  assert(end >= 0 && write(client, "ping", 4) == 4 && read(end, b, 8) == 4 && write(end, "pong", 4) == 4);
  assert(read(client, b, 8) == 4 && !memcmp(b, "pong", 4) && close(end) == 0 && read(client, b, 8) == 0);
  assert(close(client) == 0 && close(server) == 0 && unlink("socket") == 0);
  int tcp = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in own = {0};
  own.sin_family = AF_INET;
  own.sin_port = htons(9);
  own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(setsockopt(tcp, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0);
  assert(connect(tcp, (void *)&own, sizeof own) == -1 && errno == ECONNREFUSED && close(tcp) == 0);
  assert(socket(AF_INET, 77, 0) == -1 && socket(99, SOCK_STREAM, 0) == -1 && errno == EAFNOSUPPORT);
  return 0;
}
