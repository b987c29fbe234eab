#include <assert.h>
#include <stdlib.h>
#include <pikse.h>
int main(void)
{
    int *p[2] = {malloc(8), malloc(4)};
    p[0][0] = 10; p[0][1] = 11; p[1][0] = 20;
    unsigned i;
    pikse_symbolic(&i, sizeof i, "i");
    pikse_assume(i < 2);
    int *q = realloc(p[i], 12);
    q[2] = 1;
    if (i == 0)
        assert(q[0] == 10 && q[1] == 11 && p[1][0] == 20);
    else
        assert(q[0] == 20 && p[0][1] == 11);
    return 0;
}
