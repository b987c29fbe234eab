// explore: --sym-stdin 3
// Without a buffer, streams and descriptors share their positions.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char a, b;
  assert(pread(0, &b, 1, 1) == 1);
  setvbuf(stdin, NULL, _IONBF, 0);
  getchar();
  assert(read(0, &a, 1) == 1 && a == b && getchar() != EOF && getchar() == EOF);
  return 0;
}
