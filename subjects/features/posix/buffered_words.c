// explore: --sym-stdin 2
// exit: 0 1
// Characters are put back and read again, also as wide as macros read them.
#include <stdio.h>
int main(void) {
  int a = getc_unlocked(stdin);
  if (ungetc(a, stdin) != a || ungetc('x', stdin) != 'x') return 2;
  if (getchar_unlocked() != 'x' || getchar() != a) return 3;
  if (a == 'q') return 0;
  return 1;
}
