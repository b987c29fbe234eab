// explore: --cflags=-fsanitize=builtin
#include <pikse.h>

int main(void)
{
    unsigned x;
    pikse_symbolic(&x, sizeof x, "x");
    return __builtin_clz(x) > 32; // error: broken-promise
}
