// paths: 2
#include <klee/klee.h>

int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_set_forking(0);
    if (1 > 10)
        return 1;
    klee_set_forking(1);
    if (x > 10)
        return 0;
    return 0;
}
