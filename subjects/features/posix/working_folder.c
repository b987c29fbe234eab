// getcwd with all kinds of sizes, and names relative to the folder.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char b[300], small[1];
  errno = 0;
  assert(getcwd(b, 0) == 0 && errno == EINVAL);
  assert(getcwd(small, 1) == 0 && errno == ERANGE);
  char *c = getcwd(NULL, 0);
  assert(c && c[0] == '/');
  assert(getcwd(b, sizeof b) == b && strcmp(b, c) == 0);
  assert(getcwd(b, strlen(c)) == 0 && errno == ERANGE);
  assert(getcwd(b, strlen(c) + 1) == b);
  assert(mkdir("sub", 0777) == 0 && chdir("sub") == 0);
  strcat(c = realloc(c, strlen(c) + 5), "/sub");
  assert(strcmp(getcwd(b, sizeof b), c) == 0);
  assert(chdir("..") == 0 && chdir("none") == -1 && errno == ENOENT);
  int fd = open("sub", O_RDONLY | O_DIRECTORY);
  assert(fchdir(fd) == 0 && strcmp(getcwd(b, sizeof b), c) == 0);
  assert(rmdir("../sub") == 0);
  assert(getcwd(b, sizeof b) == 0 && errno == ENOENT);
  free(c);
  return 0;
}
