/* A harness that makes a part of an object symbolic, which KLEE does not allow. */

#include <stddef.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

int entry(int x)
{
    int pair[2] = {0, 0};
    if (x == 12)
        klee_make_symbolic(pair, sizeof pair[0], "pair"); // error: harness
    return pair[1];
}
