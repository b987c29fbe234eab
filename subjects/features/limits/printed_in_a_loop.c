// exit: 0 1 2
#include <klee/klee.h>
#include <stdio.h>

int main(void)
{
    unsigned a[3];
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 3; i++)
        printf("%u %x %5d|%-4u|\n", a[i], a[i], (int)a[i], a[i] & 15);
    if (a[0] > a[1])
        return 1;
    if (a[1] == a[2] * 3 + 7)
        return 2;
    return 0;
}
