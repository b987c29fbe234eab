// exit: 0 1
#include <klee/klee.h>
#include <stdio.h>

int main(void)
{
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    printf("%d and %o\n", x, x);
    putchar('0' + x % 10);
    putchar('\n');
    if (x >= 200)
        return 1;
    return 0;
}
