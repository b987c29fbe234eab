// explore: --cflags -m32
// not replayed: 32-bit programs are not run natively
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int *p = malloc(3 * sizeof *p);
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 3)
        return 0;
    p[i] = 1; // error: out-of-bounds
    free(p);
    return 0;
}
