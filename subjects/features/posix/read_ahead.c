// explore: --sym-stdin 3
// A stream reads ahead of the program, so the descriptor is at its end.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char b[4];
  int c = getchar();
  assert(c != EOF && read(0, b, 1) == 0);
  assert(fflush(stdin) == 0 && read(0, b, 4) == 2);
  assert(getchar() == EOF && feof(stdin));
  assert(lseek(0, 0, SEEK_SET) == 0 && getchar() == EOF);
  clearerr(stdin);
  assert(getchar() == c);
  return 0;
}
