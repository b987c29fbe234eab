// explore: --uninitialised any
// exit: 0 1
// not replayed: the value cannot be set natively
#include <klee/klee.h>

int main(void)
{
    unsigned char a[4];
    unsigned i = klee_int("i");
    klee_assume(i < 4);
    a[2] = 1;
    if (a[i] == 1)
        return 1;
    return 0;
}
