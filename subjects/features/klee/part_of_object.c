// not replayed: a native run does not know the size of objects
#include <klee/klee.h>

int main(void)
{
    struct {
        int x, y;
    } s = {1, 2};
    klee_make_symbolic(&s.y, sizeof s.y, "y"); // error: harness
    return 0;
}
