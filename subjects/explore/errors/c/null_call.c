/* A table of functions with a gap. */

#include <stddef.h>

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }

static int (*const table[4])(int) = {twice, thrice, NULL, twice};

int entry(unsigned x)
{
    return table[x % 4](5); // error: null-pointer
}
