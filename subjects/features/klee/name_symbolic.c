// not replayed: the native function does not check its argument
// A name at a symbolic address: null is no name, anything else is wrong.
#include <klee/klee.h>

int main(void)
{
    int a;
    const char *name;
    klee_make_symbolic(&name, sizeof name, "name");
    if (name == 0)
        klee_make_symbolic(&a, sizeof a, name);
    else
        klee_make_symbolic(&a, sizeof a, name); // error: harness
    return 0;
}
