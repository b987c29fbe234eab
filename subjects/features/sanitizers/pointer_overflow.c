// explore: --cflags=-fsanitize=pointer-overflow
#include <pikse.h>
#include <stdint.h>

int main(void)
{
    char a[4];
    char *none = 0, *p = a;
    unsigned which;
    pikse_symbolic(&which, sizeof which, "which");
    if (which == 0)
        return none + 1 == a; // error: null-pointer
    if (which == 1)
        return p + UINTPTR_MAX / 2 * 2 == 0 && 0; // error: overflow
    return p + 1 == p;
}
