// not replayed: a native run does not know the size of objects
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int global[6];

int main(void)
{
    char local[5];
    long *heap = malloc(24);
    assert(klee_get_obj_size(local) == 5);
    assert(klee_get_obj_size(global) == sizeof global);
    if (heap)
        assert(klee_get_obj_size(heap) == 24);
    free(heap);
    return 0;
}
