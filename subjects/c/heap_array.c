/* Heap arrays (document 003, Table 1): a child is below its parent, a free place is -1. */

#include <stdbool.h>

enum { CAPACITY = 16 };

struct heap_array {
    int size;
    int length;
    int array[CAPACITY];
};

bool rep_ok(struct heap_array *heap)
{
    if (heap->size < 0 || heap->size > heap->length || heap->length > CAPACITY)
        return false;
    for (int i = 0; i < heap->size; i++) {
        if (heap->array[i] == -1)
            return false;
        if (i > 0 && heap->array[i] >= heap->array[(i - 1) / 2])
            return false;
    }
    for (int i = heap->size; i < heap->length; i++)
        if (heap->array[i] != -1)
            return false;
    return true;
}
