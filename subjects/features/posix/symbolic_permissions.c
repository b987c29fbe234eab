// explore: --sym-files 2 2
// exit: 0 1 2 3
// paths: 5
// The permissions of a symbolic file are an input. A file that is never opened costs no path.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char text[2];
  int fd = open("A", O_RDONLY);
  if (fd < 0) {
    assert(errno == EACCES && access("A", R_OK) == -1 && access("A", F_OK) == 0);
    assert(chmod("A", 0400) == 0 && open("A", O_RDONLY) >= 0);
    return 1;
  }
  assert(read(fd, text, 2) == 2 && access("A", R_OK) == 0);
  if (open("A", O_RDWR) < 0)
    return 2;
  struct stat s;
  assert(stat("A", &s) == 0 && S_ISREG(s.st_mode) && (s.st_mode & 0600) == 0600);
  if ((s.st_mode & 07777) == 0755)
    return 3;
  return text[0] == 'x' ? 0 : 0 * text[1];
}
