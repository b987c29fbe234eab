#include <klee/klee.h>
#include <stdio.h>
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    fprintf(stderr, "FOO\n");
    if (x == 3)
        klee_report_error(__FILE__, __LINE__, "mine", "my.err"); // error: reported
    if (x & 1)
        klee_silent_exit(0);
    return x & 1;
}
