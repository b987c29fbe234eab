// not replayed: a native run does not see accesses past the end
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    unsigned n;
    if (!p)
        return 0;
    klee_check_memory_access(p, 8);
    klee_check_memory_access(p, 0);
    klee_check_memory_access(p + 4, 4);
    klee_make_symbolic(&n, sizeof n, "n");
    if (n == 9)
        klee_check_memory_access(p, n); // error: out-of-bounds
    free(p);
    return 0;
}
