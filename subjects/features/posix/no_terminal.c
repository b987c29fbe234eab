// explore: --sym-stdin 1
// Standard streams are files where the program asks for their type; the result says so.
#include <assert.h>
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  struct winsize w;
  struct termios t;
  assert(fstat(0, &s) == 0 && S_ISREG(s.st_mode) && s.st_size == 1);
  assert(fstat(1, &s) == 0 && S_ISREG(s.st_mode) && s.st_size == 0);
  assert(isatty(0) == 0 && errno == ENOTTY && isatty(1) == 0 && isatty(55) == 0 && errno == EBADF);
  assert(write(1, "xy", 2) == 2 && fstat(1, &s) == 0 && s.st_size == 2);
  assert(ioctl(1, TIOCGWINSZ, &w) == -1 && errno == ENOTTY);
  assert(tcgetattr(0, &t) == -1 && errno == ENOTTY && ttyname(0) == 0);
  assert(lseek(1, 0, SEEK_CUR) == 2);
  return 0;
}
