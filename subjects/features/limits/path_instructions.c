// Each path that loops is cut; the other one ends.
// explore: --path-instructions 5000
// incomplete: instruction limit of a path reached
#include <klee/klee.h>

int main(void)
{
    volatile int x = 0;
    if (klee_int("loop"))
        for (;;)
            x++;
    return 0;
}
