// Structs of odd sizes: in registers, in memory, and between other arguments.
#include <assert.h>
#include <stdarg.h>
#include <string.h>

struct s1 { char a[1]; };
struct s3 { char a[3]; };
struct s7 { char a[7]; };
struct s12 { int a[3]; };
struct s16 { long a[2]; };
struct s17 { char a[17]; };
struct s40 { double a[5]; };

static int take(const char *what, ...) {
  va_list list;
  int sum = 0;
  va_start(list, what);
  for (; *what; what++) {
    switch (*what) {
    case '1': sum += va_arg(list, struct s1).a[0]; break;
    case '3': sum += va_arg(list, struct s3).a[2]; break;
    case '7': sum += va_arg(list, struct s7).a[6]; break;
    case 'c': sum += va_arg(list, struct s12).a[2]; break;
    case 'g': sum += (int)va_arg(list, struct s16).a[1]; break;
    case 'h': sum += va_arg(list, struct s17).a[16]; break;
    case 'z': sum += (int)va_arg(list, struct s40).a[4]; break;
    case 'i': sum += va_arg(list, int); break;
    case 'd': sum += (int)va_arg(list, double); break;
    }
    sum *= 3;
  }
  va_end(list);
  return sum;
}

int main(void) {
  struct s1 a = {{1}};
  struct s3 b = {{0, 0, 2}};
  struct s7 c = {{0, 0, 0, 0, 0, 0, 3}};
  struct s12 d = {{0, 0, 4}};
  struct s16 e = {{0, 5}};
  struct s17 f;
  memset(&f, 6, sizeof f);
  struct s40 g = {{0, 0, 0, 0, 7}};
  assert(take("1", a) == 3);
  assert(take("h1", f, a) == 57);
  assert(take("137", a, b, c) == 27 + 18 + 9);
  assert(take("cghz", d, e, f, g) == 324 + 135 + 54 + 21);
  assert(take("izdgi", 1, g, 2.5, e, 3) == 243 + 567 + 54 + 45 + 9);
  assert(take("ddghcz1", 1.0, 2.0, e, f, d, g, a) == 2187 + 1458 + 1215 + 486 + 108 + 63 + 3);
  return 0;
}
