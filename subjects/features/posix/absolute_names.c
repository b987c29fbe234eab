// explore: --sym-files 1 4
// A file has an absolute name, and names through `.` and `..`.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char d[256], p[300];
  struct stat s, t;
  assert(stat("A", &s) == 0 && s.st_size == 4 && S_ISREG(s.st_mode));
  assert(getcwd(d, sizeof d));
  snprintf(p, sizeof p, "%s/A", d);
  assert(stat(p, &t) == 0 && s.st_ino == t.st_ino && s.st_dev == t.st_dev);
  snprintf(p, sizeof p, "%s//./A", d);
  assert(stat(p, &t) == 0 && s.st_ino == t.st_ino);
  assert(stat(".//A", &t) == 0 && s.st_ino == t.st_ino);
  char *real = realpath("./A", 0);
  snprintf(p, sizeof p, "%s/A", d);
  assert(real && strcmp(real, p) == 0);
  free(real);
  return 0;
}
