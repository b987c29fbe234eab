// explore: --uninitialised any
// exit: 0 1
// not replayed: the value cannot be set natively
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    unsigned char *p = malloc(4), copy[4];
    if (!p)
        return 1;
    memcpy(copy, p, 4);
    assert(memcmp(copy, p, 4) == 0);
    int r = p[0] == 9;
    free(p);
    return r ? 1 : 0;
}
