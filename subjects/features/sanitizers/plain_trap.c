#include <pikse.h>

int main(void)
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    if (x == 5)
        __builtin_trap(); // error: abort
    return 0;
}
