// explore: --cflags=-fsanitize=undefined
#include <pikse.h>

static int half(int x)
{
    if (x % 2 == 0) // error: unreachable
        return 0;
}

int main()
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    return half(x);
}
