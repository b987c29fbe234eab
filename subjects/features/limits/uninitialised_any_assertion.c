// explore: --uninitialised any
// exit: 0
// not replayed: the value cannot be set natively
#include <assert.h>

int main(void)
{
    int a[3];
    assert(a[1] != 42); // error: assertion
    return 0;
}
