// not replayed: nothing is symbolic natively
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
    int x, y = 3;
    klee_make_symbolic(&x, sizeof x, "x");
    assert(klee_is_symbolic(x));
    assert(!klee_is_symbolic(y));
    assert(!klee_is_symbolic(x - x));
    assert(klee_is_symbolic(x + y));
    assert(!klee_is_replay());
    return 0;
}
