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
    unsigned char first = p[0];
    free(p);
    if (first == 9)
        return 1;
    return 0;
}
