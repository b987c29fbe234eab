// explore: --cflags=-fsanitize=undefined
#include <pikse.h>

int main(void)
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    if (x > 2147483640)
        return x + 8 == 0; // error: overflow
    return 0;
}
