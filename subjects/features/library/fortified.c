// Checked functions: more than fits into a member is an error, also inside of a larger object.
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <pikse.h>
struct pair { char name[4]; char rest[60]; };
static struct pair p;
int main(void) {
  char text[6];
  char line[16];
  pikse_symbolic(text, sizeof text, "text");
  text[5] = 0;
  snprintf(line, sizeof line, "%d", 5);
  memcpy(p.rest, line, 3);
  __builtin___strcpy_chk(p.name, text, sizeof p.name); // error: out-of-bounds
  return 0;
}
