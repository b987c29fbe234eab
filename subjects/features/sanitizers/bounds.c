// explore: --cflags=-fsanitize=undefined
#include <pikse.h>

int main(void)
{
    int a[4] = {1, 2, 3, 4};
    int k;
    pikse_symbolic(&k, sizeof k, "k");
    if (k < 0)
        return 0;
    return a[k] > 4; // error: out-of-bounds
}
