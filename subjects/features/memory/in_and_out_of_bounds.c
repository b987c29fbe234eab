#include <pikse.h>
#include <stdlib.h>
int main(void)
{
    int *x = malloc(5 * sizeof *x);
    int i;
    pikse_symbolic(&i, sizeof i, "i");
    pikse_assume(i >= -1 && i <= 5);
    x[i] = i; // error: out-of-bounds
    if (x[i] != i)
        abort();
    return 0;
}
