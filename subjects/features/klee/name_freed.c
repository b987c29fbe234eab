// not replayed: the native function does not check its argument
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *name = strdup("name");
    int a;
    free(name);
    klee_make_symbolic(&a, sizeof a, name); // error: harness
    return 0;
}
