// paths: 2
// An assumption that cannot hold rejects the path.
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
    int x = klee_int("x");
    if (x > 10) {
        klee_assume(x < 5);
        assert(0);
    }
    klee_assume(x != 3);
    klee_assume(x != 4);
    if (x == 2)
        return 0;
    assert(x != 3 && x != 4);
    return 0;
}
