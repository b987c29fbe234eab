// paths: 2
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
    int x = klee_int("x"), y;
    klee_open_merge();
    if (x > 0)
        y = 1;
    else
        y = 2;
    klee_close_merge();
    klee_mark_global(&y);
    klee_stack_trace();
    assert((x > 0) == (y == 1));
    return 0;
}
