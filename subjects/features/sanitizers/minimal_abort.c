// explore: --cflags=@with/minimal_abort.flags
#include <pikse.h>

int main(void)
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    if (x == 2147483647)
        return x + 1 == 0; // error: overflow
    if (x == 3)
        return -x - 2147483647 == 0; // error: overflow
    return 0;
}
