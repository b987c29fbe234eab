// explore: --cflags=-fsanitize=undefined
#include <pikse.h>

int main(void)
{
    int x, y;
    pikse_symbolic(&x, sizeof x, "x");
    pikse_symbolic(&y, sizeof y, "y");
    if (x == 100)
        return x / y > 1000; // error: division-by-zero
    if (x == 101)
        return x % y > 1000; // error: division-by-zero
    return 0;
}
