// paths: 2
#include <klee/klee.h>

int main(void)
{
    int x = klee_int("x");
    klee_assert(x != 5); // error: assertion
    return 0;
}
