// A folder can be opened, and cannot be read.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char c;
  int fd = open(".", O_RDONLY);
  assert(fd >= 0 && read(fd, &c, 1) == -1 && errno == EISDIR);
  assert(write(fd, &c, 1) == -1 && errno == EBADF);
  FILE *f = fopen(".", "r");
  assert(f && fgetc(f) == EOF && ferror(f) && errno == EISDIR);
  assert(fopen(".", "w") == NULL && errno == EISDIR);
  assert(fopen(".", "r+") == NULL && errno == EISDIR);
  return 0;
}
