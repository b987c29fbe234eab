// Names: none, empty, and the same one twice.
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
    int a, b, c, d;
    klee_make_symbolic(&a, sizeof a, 0);
    klee_make_symbolic(&b, sizeof b, "");
    klee_make_symbolic(&c, sizeof c, "same");
    klee_make_symbolic(&d, sizeof d, "same");
    if (a == 1 && b == 2 && c == 3 && d == 4)
        assert(a + b + c + d == 10);
    return 0;
}
