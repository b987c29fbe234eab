#include <stdlib.h>
#include <pikse.h>
int global;
int main(void)
{
    int *p[4] = {malloc(4), malloc(4), 0, &global};
    unsigned i;
    pikse_symbolic(&i, sizeof i, "i");
    pikse_assume(i < 4);
    free(p[i]); // error: bad-free
    if (i == 0)
        free(p[0]); // error: double-free
    if (i == 1)
        *p[1] = 1; // error: use-after-free
    return 0;
}
