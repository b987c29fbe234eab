#include <klee/klee.h>

int main(void)
{
    char *p = __builtin_malloc(4);
    if (!p)
        return 0;
    klee_make_symbolic(p, 5, "p"); // error: out-of-bounds
    return 0;
}
// not replayed: the heap need not notice one byte too many
