// explore: --cflags=-fsanitize=integer
#include <pikse.h>

int main(void)
{
    unsigned x;
    pikse_symbolic(&x, sizeof x, "x");
    if (x > 5)
        return 0;
    x = x - 3; // error: overflow
    return 0;
}
