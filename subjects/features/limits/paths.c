// explore: --max-paths 3
// incomplete: path limit reached
#include <klee/klee.h>

int main(void)
{
    unsigned x = klee_int("x");
    int n = 0;
    for (; x && n < 20; x >>= 1)
        n += x & 1 ? 2 : 1;
    return 0;
}
