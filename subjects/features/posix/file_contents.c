// explore: --sym-files 1 3
// exit: 0 1
// Every way of reading gives the same symbolic bytes.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char a[3], b[3], c[4];
  assert(chmod("A", 0600) == 0);
  int fd = open("A", O_RDONLY);
  FILE *f = fopen("A", "r");
  assert(read(fd, a, 3) == 3 && read(fd, c, 1) == 0 && fread(b, 1, 3, f) == 3 && memcmp(a, b, 3) == 0);
  char *m = mmap(0, 3, PROT_READ, MAP_PRIVATE, fd, 0);
  assert(m != MAP_FAILED && m[1] == a[1] && m[3] == 0 && munmap(m, 3) == 0);
  assert(pread(fd, c, 4, 1) == 2 && c[0] == a[1] && c[1] == a[2]);
  if (a[0] == 'x') return 0;
  return 1;
}
