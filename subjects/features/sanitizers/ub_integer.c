// explore: --cflags=-fsanitize=integer,implicit-conversion
#include <pikse.h>
int main(void)
{
    unsigned x;
    pikse_symbolic(&x, sizeof x, "x");
    if (x == 1) { unsigned char c = x + 255; return c != 0; } // error: overflow
    if (x == 2) { unsigned y = 0 - x; return y == 0; } // error: overflow
    if (x == 3) { unsigned long y = -1ul * x; return y == 0; } // error: overflow
    if (x == 4) { int s = (int)x - 5; unsigned u = s; return u == 0; } // error: overflow
    return 0;
}
