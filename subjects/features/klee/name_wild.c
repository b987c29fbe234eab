// not replayed: the native function does not check its argument
#include <klee/klee.h>

int main(void)
{
    int a;
    klee_make_symbolic(&a, sizeof a, (const char *)0xf); // error: harness
    return 0;
}
