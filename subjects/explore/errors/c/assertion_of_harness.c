/* The assertion of a harness. */

#include <pikse.h>

int entry(int x)
{
    int twice = (int)((unsigned)x * 2);
    pikse_assert(twice != 10 || x == 5); // error: assertion
    return 0;
}
