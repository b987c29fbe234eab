/* Giving up. */

#include <stdlib.h>

int entry(int x)
{
    if (x * 7 == 49)
        abort(); // error: abort
    return 0;
}
