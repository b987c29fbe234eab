// Errors are found also while it is off.
#include <klee/klee.h>

int main(void)
{
    int a[4] = {0};
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_set_forking(0);
    a[x & 7] = 1; // error: out-of-bounds
    return 0;
}
// not replayed: a write past the end need not be visible
