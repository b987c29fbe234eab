// The time limit holds while the solver works on one query.
// explore: --time 2s
// incomplete: time limit reached
// not replayed: whether a path ends depends on the solver
#include <klee/klee.h>

int main(void)
{
    unsigned long x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    unsigned long z = x * y;
    int n = 0;
    for (int i = 0; i < 20; i++) {
        z = z * z % (x | 1) + y;
        if (z == 0x123456789abcdefUL + i)
            n++;
    }
    return n;
}
