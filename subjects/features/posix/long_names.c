// Names that are too long.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  static char name[5000];
  struct stat s;
  memset(name, 'n', 255);
  assert(close(creat(name, 0600)) == 0 && stat(name, &s) == 0 && unlink(name) == 0);
  name[255] = 'n';
  assert(creat(name, 0600) == -1 && errno == ENAMETOOLONG && stat(name, &s) == -1 && errno == ENAMETOOLONG);
  for (int i = 0; i < 4096; i += 2) name[i] = '.', name[i + 1] = '/';
  assert(stat(name, &s) == -1 && errno == ENAMETOOLONG);
  name[4094] = 0;
  assert(stat(name, &s) == 0 && S_ISDIR(s.st_mode));
  return 0;
}
