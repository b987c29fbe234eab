// Two variables without a value need not be equal; one is equal to itself.
// explore: --uninitialised any
// exit: 0 1
// paths: 2
// not replayed: the value cannot be set natively
#include <assert.h>

int main(void)
{
    int x, y;
    assert(x == x);
    if (x != y)
        return 1;
    return 0;
}
