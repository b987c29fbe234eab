// explore: --cflags=-fsanitize=address,undefined
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char global[10];

int main(void)
{
    char local[20], *heap = malloc(30);
    if (!heap)
        return 0;
    memset(local, 1, sizeof local);
    memset(heap, 2, 30);
    strcpy(global, "abcdefghi");
    assert(local[19] == 1 && heap[29] == 2 && global[8] == 'i');
    free(heap);
    return 0;
}
