/* A square that is less than what was squared: the product does not fit. */

#include <assert.h>

int entry(unsigned char x)
{
    unsigned char square = (unsigned char)(x * x);
    assert(square >= x); // error: assertion
    return square;
}
