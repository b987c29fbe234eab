// paths: 3
// exit: 0
#include <klee/klee.h>

int main(void)
{
    int x = klee_range(0, 4, "x");
    if (x == 0)
        klee_silent_exit(3);
    if (x == 1)
        klee_abort(); // error: abort
    if (x == 2)
        klee_report_error(__FILE__, __LINE__, "reported", "err"); // error: reported
    return 0;
}
