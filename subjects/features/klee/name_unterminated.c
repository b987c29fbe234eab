// not replayed: a native run does not know where the name ends
#include <klee/klee.h>

int main(void)
{
    char name[2] = {'n', 'm'};
    int a;
    klee_make_symbolic(&a, sizeof a, name);
    return a == 5 ? 0 : 0;
}
