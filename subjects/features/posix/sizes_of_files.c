// explore: --sym-files 2 5
// Both files have their sizes; the input is empty.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
int main(void) {
  struct stat a, b;
  assert(stat("A", &a) == 0 && stat("B", &b) == 0 && a.st_size == 5 && b.st_size == 5 && a.st_ino != b.st_ino);
  assert(S_ISREG(a.st_mode) && (a.st_mode & 07000) == 0 && a.st_nlink == 1 && getchar() == EOF);
  return 0;
}
