// exit: 0 1 2 3
// paths: 4
// Whether a standard stream is a terminal is an input, and everything that depends on it agrees.
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
int main(void) {
  struct termios t;
  int in = isatty(0), out = isatty(STDOUT_FILENO);
  assert(in == isatty(0) && isatty(55) == 0 && errno == EBADF);
  if (in)
    assert(tcgetattr(0, &t) == 0 && t.c_cc[VINTR] == 3 && strncmp(ttyname(0), "/dev/", 5) == 0);
  else
    assert(tcgetattr(0, &t) == -1 && errno == ENOTTY && ttyname(0) == 0);
  return in + 2 * out;
}
