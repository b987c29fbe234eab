// Memory that was never written has any value, and keeps it.
// explore: --uninitialised any
// exit: 0 1
// paths: 2
// not replayed: the value cannot be set natively
#include <assert.h>

int main(void)
{
    int x, y;
    if (x > 3) {
        assert(x > 2);
        return 1;
    }
    assert(x < 4);
    y = x;
    assert(y == x);
    return 0;
}
