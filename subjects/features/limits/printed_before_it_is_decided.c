// The output shows the value that the test has, though a later condition chooses it.
// exit: 0 1
#include <klee/klee.h>
#include <stdio.h>

int main(void)
{
    int x = klee_int("x");
    printf("%d\n", x);
    if (x > 500)
        return 1;
    return 0;
}
