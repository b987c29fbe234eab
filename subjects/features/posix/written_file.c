// explore: --sym-stdin 2
// exit: 0 3
// What a program writes to a file, it reads again.
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a = getchar(), b = getchar();
  FILE *f = fopen("out", "w+");
  assert(f && putc(a, f) == a && fprintf(f, "%c-", b) == 2 && fseek(f, 1, SEEK_SET) == 0);
  assert(getc(f) == b && getc(f) == '-' && getc(f) == EOF);
  rewind(f);
  if (getc(f) == 'k') return fclose(f);
  return 3;
}
