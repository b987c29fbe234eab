// not replayed: a native run does not know the size of objects
// As in KLEE, a whole object is made symbolic.
#include <klee/klee.h>

int main(void)
{
    int a[4] = {0};
    klee_make_symbolic(a, sizeof a[0], "a"); // error: harness
    return a[0];
}
