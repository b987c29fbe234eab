// explore: --cflags=-fsanitize=address
// Sources are compiled without AddressSanitizer's changes: the machine finds the error itself.
#include <pikse.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    unsigned k;
    if (!p)
        return 0;
    pikse_symbolic(&k, sizeof k, "k");
    if (k < 4)
        p[k] = 1;
    if (k == 9)
        p[4] = 1; // error: out-of-bounds
    free(p);
    if (k == 10)
        return p[0]; // error: use-after-free
    return 0;
}
// not replayed: heap errors need not be visible
