#include <klee/klee.h>

int main(void)
{
    klee_define_fixed_object((void *)0x30000000, 4096);
    char *p = (char *)0x30000000;
    p[4095] = 1;
    p[4096] = 1; // error: wild-pointer
    return 0;
}
