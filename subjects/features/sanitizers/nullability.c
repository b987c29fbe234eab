// explore: --cflags=-fsanitize=nullability
#include <pikse.h>

static int read(const int *_Nonnull p)
{
    return p == (const int *)8;
}

int main(void)
{
    int x = 0, which;
    pikse_symbolic(&which, sizeof which, "which");
    int *p = which == 1 ? 0 : &x;
    return read(p); // error: null-pointer
}
