// explore: --cflags=-fsanitize=undefined
#include <pikse.h>

static int choose(int x)
{
    switch (x & 3) {
    case 0:
    case 1:
        return 0;
    case 2:
        return 0;
    }
    __builtin_unreachable(); // error: unreachable
}

int main(void)
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    return choose(x);
}
