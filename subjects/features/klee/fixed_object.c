// Memory at an address of the program's choice.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

#define PLACE ((volatile int *)0x30000000)

int main(void)
{
    klee_define_fixed_object((void *)0x30000000, 4096);
    assert(PLACE[0] == 0);
    PLACE[0] = 7;
    PLACE[1023] = 8;
    assert(PLACE[0] + PLACE[1023] == 15);
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    PLACE[5] = x;
    if (PLACE[5] == 12)
        assert(x == 12);
    memset((void *)0x30000010, 1, 4);
    assert(PLACE[4] == 0x01010101);
    return 0;
}
