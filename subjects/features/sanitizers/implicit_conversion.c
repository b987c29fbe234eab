// explore: --cflags=-fsanitize=implicit-conversion
#include <pikse.h>

int main(void)
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    if (x < 0)
        return 0;
    signed char small = x; // error: overflow
    return small < 0;
}
