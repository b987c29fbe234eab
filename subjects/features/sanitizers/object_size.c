// explore: --cflags=@with/object_size.flags
// The machine's own check sees it where the compiler's does not.
#include <pikse.h>

int main(void)
{
    char a[3] = {0};
    int k;
    pikse_symbolic(&k, sizeof k, "k");
    if (k != 2 && k != 3)
        return 0;
    return a[k]; // error: out-of-bounds
}
// not replayed: a read past the end need not be visible
