// explore: --cflags=@with/abort.flags
// The handlers that abort.
#include <pikse.h>

int main(void)
{
    int x, a[2] = {0, 0};
    pikse_symbolic(&x, sizeof x, "x");
    if (x == 2147483647)
        return x + 1 == 0; // error: overflow
    if (x == 7)
        return 1 << (x * 5) == 0; // error: shift
    if (x == 8)
        return x / (x - 8); // error: division-by-zero
    if (x == 9)
        return a[x]; // error: out-of-bounds
    return 0;
}
