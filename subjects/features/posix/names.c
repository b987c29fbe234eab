// Names that are no names of files.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int fails(const char *name, int flags, int error) {
  errno = 0;
  return open(name, flags, 0600) == -1 && errno == error;
}
int main(void) {
  int create = O_WRONLY | O_CREAT;
  assert(fails("", O_RDONLY, ENOENT) && fails("", create, ENOENT));
  assert(fails(".", create, EISDIR) && fails(".", O_RDWR, EISDIR));
  assert(fails("x/", create, EISDIR) && fails("x/", O_RDONLY, ENOENT));
  assert(fails("no/x", create, ENOENT) && fails("no/", O_RDONLY, ENOENT));
  int fd = open("file", create, 0600);
  assert(fd >= 0 && fails("file/", O_RDONLY, ENOTDIR) && fails("file/x", create, ENOTDIR));
  assert(fails("file/", create, EISDIR) && fails("file", O_RDONLY | O_DIRECTORY, ENOTDIR));
  assert(open(".", O_RDONLY) >= 0 && open("./file", O_RDONLY) >= 0);
  struct stat s;
  assert(stat("./", &s) == 0 && S_ISDIR(s.st_mode) && stat("file/", &s) == -1 && errno == ENOTDIR);
  assert(stat("", &s) == -1 && errno == ENOENT);
  return 0;
}
