// paths: 3
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
    unsigned long n = klee_choose(3);
    if (n == 0)
        return 0;
    if (n == 1)
        return 0;
    assert(n == 2);
    return 0;
}
