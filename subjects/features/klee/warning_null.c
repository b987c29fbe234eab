// not replayed: the native function does not check its argument
// A text at an invalid address is a wrong use of the harness.
#include <klee/klee.h>

int main(void)
{
    klee_warning((const char *)0); // error: harness
    return 0;
}
