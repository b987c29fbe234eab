/* A square that fits is no less than what was squared. */

#include <assert.h>

int entry(unsigned char x)
{
    int square = x * x;
    assert(square >= x);
    return square;
}
