// Formats that number their arguments: other orders, widths from arguments, all kinds of arguments.
// exit: 0 3
#include <pikse.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[200];
  int length = snprintf(text, sizeof text, "%2$s-%1$d %3$5.2f|%4$*5$d|%%|%6$-*5$c|%1$d", 7, "ab", 2.5, 42, 6, 'x');
  puts(text);
  if (length != (int)strlen(text)) return 1;
  // Where an argument is depends on the kinds of all before it, and there are more than registers.
  printf("%12$d %1$g %2$Lg %3$d %4$ld %11$c %5$d %6$d %7$d %8$d %9$.*10$f\n", 1.5, 2.25L, 3, 4L, 5, 6, 7, 8, 9.0625, 3,
         'k', 12);
  int day = 0, month = 0;
  if (sscanf("24.12", "%2$d.%1$d", &month, &day) != 2) return 2;
  printf("%d/%d\n", month, day);
  int x;
  pikse_symbolic(&x, sizeof x, "x");
  if (x < 0 || x > 9) return 3;
  char digits[8];
  sprintf(digits, "%2$c%1$d", x, 'n');
  return digits[1] == '0' + x ? 0 : 4;
}
