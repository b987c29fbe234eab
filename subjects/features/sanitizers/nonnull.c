// explore: --cflags=-fsanitize=undefined
#include <pikse.h>

__attribute__((nonnull)) static int read(const int *p)
{
    return p == (const int *)8;
}

__attribute__((returns_nonnull)) static int *find(int *p)
{
    return p; // error: null-pointer
}

int main(void)
{
    int x = 0, which;
    pikse_symbolic(&which, sizeof which, "which");
    if (which == 1)
        return read(which == 2 ? &x : 0); // error: null-pointer
    return find(which == 3 ? 0 : &x) == 0;
}
