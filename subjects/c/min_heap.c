/* Min heaps of distinct elements in an array (document 000, Table II). */

#include <stdbool.h>

enum { CAPACITY = 16 };

struct min_heap {
    int size;
    int array[CAPACITY];
};

bool rep_ok(struct min_heap *heap)
{
    if (heap->size < 0 || heap->size > CAPACITY)
        return false;
    for (int i = 0; i < heap->size; i++) {
        int element = heap->array[i];
        if (i > 0 && element <= heap->array[(i - 1) / 2])
            return false;
        for (int j = 0; j < i; j++)
            if (heap->array[j] == element)
                return false;
    }
    return true;
}
