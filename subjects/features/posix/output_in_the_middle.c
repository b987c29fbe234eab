// Standard output is a file: it is written in any order, cut, and made longer.
// explore: --sym-stdin 1
// paths: 2
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char in;
  struct stat s;
  assert(read(0, &in, 1) == 1);
  assert(write(1, "0123456789", 10) == 10);
  assert(pwrite(1, &in, 1, 1) == 1 && pwrite(1, "CDE", 3, 2) == 3);
  assert(lseek(1, -2, SEEK_END) == 8 && write(1, "89ab", 4) == 4);
  assert(fstat(1, &s) == 0 && s.st_size == 12);
  assert(ftruncate(1, 7) == 0 && lseek(1, 0, SEEK_CUR) == 12);
  if (in == 'x') {
    assert(write(1, "far", 3) == 3 && ftruncate(1, 20) == 0);
  } else {
    rewind(stdout);
    printf("%c", in);
    assert(fflush(stdout) == 0 && fstat(1, &s) == 0 && s.st_size == 7);
  }
  assert(pwrite(1, "a", 1, -1) == -1 && errno == EINVAL);
  return 0;
}
