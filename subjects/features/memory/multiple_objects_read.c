// A pointer among several objects, and read at a symbolic place.
// exit: 0 1
#include <assert.h>
#include <stdlib.h>
#include <pikse.h>
int main(void)
{
    unsigned char *table[4];
    for (unsigned i = 0; i < 4; i++) {
        table[i] = malloc(4);
        for (unsigned j = 0; j < 4; j++)
            table[i][j] = i * 16 + j;
    }
    unsigned i, j;
    pikse_symbolic(&i, sizeof i, "i");
    pikse_symbolic(&j, sizeof j, "j");
    pikse_assume(i < 4 && j < 4);
    unsigned char *p = table[i];
    assert(p[j] == i * 16 + j);
    int r = p[j] == 0x23;
    if (r)
        assert(i == 2 && j == 3);
    return r;
}
