// paths: 3
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
    int x = klee_range(-2, 1, "x");
    assert(x >= -2 && x < 1);
    assert(klee_range(4, 5, "y") == 4);
    if (x == -2)
        return 0;
    if (x == -1)
        return 0;
    assert(x == 0);
    return 0;
}
