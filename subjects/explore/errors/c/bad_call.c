/* A number that is no function. */

#include <stdint.h>

static int twice(int x) { return 2 * x; }

int entry(int x)
{
    int (*function)(int) = twice;
    if (x == 3)
        function = (int (*)(int))(uintptr_t)&function;
    return function(x); // error: bad-call
}
