// not replayed: a native run does not know the size of objects
#include <klee/klee.h>

int main(void)
{
    char local[5];
    return klee_get_obj_size(local + 1) == 4; // error: harness
}
