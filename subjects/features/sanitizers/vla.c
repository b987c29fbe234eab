// explore: --cflags=-fsanitize=undefined
#include <pikse.h>

int main(void)
{
    int n = 2, which;
    pikse_symbolic(&which, sizeof which, "which");
    if (which == 1)
        n = -1;
    else if (which == 2)
        n = 0;
    int a[n]; // error: out-of-bounds
    a[0] = 1;
    return a[0] != 1;
}
