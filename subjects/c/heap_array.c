/* Heap arrays (document 003, Table 1): a child is below its parent, a free place is -1. */

#include <limits.h>
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

static bool has(const struct heap_array *heap, int x)
{
    for (int i = 0; i < heap->size; i++)
        if (heap->array[i] == x)
            return true;
    return false;
}

/* Inserts an element; false if the heap is full, if the element is there already, or if it is the
   -1 that marks a free place. */
bool heap_array_insert(struct heap_array *heap, int x)
{
    if (heap->size >= heap->length || x == -1 || has(heap, x))
        return false;
    int i = heap->size++;
    while (i > 0 && heap->array[(i - 1) / 2] < x) {
        heap->array[i] = heap->array[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap->array[i] = x;
    return true;
}

/* Before `heap_array_extract_max`: no element is there twice. Otherwise what comes up could have
   an equal child. */
bool is_distinct(struct heap_array *heap)
{
    if (!rep_ok(heap))
        return false;
    for (int i = 0; i < heap->size; i++)
        for (int j = 0; j < i; j++)
            if (heap->array[i] == heap->array[j])
                return false;
    return true;
}

/* Removes the greatest element and returns it; INT_MIN if there is none. */
int heap_array_extract_max(struct heap_array *heap)
{
    if (heap->size == 0)
        return INT_MIN;
    int max = heap->array[0];
    int last = heap->array[--heap->size];
    heap->array[heap->size] = -1;
    if (heap->size == 0)
        return max;
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < heap->size && heap->array[child + 1] > heap->array[child])
            child++;
        if (child >= heap->size || heap->array[child] < last)
            break;
        heap->array[i] = heap->array[child];
        i = child;
    }
    heap->array[i] = last;
    return max;
}

/* How many places, of those in use, have an element. */
static int count_of(const struct heap_array *heap, int x)
{
    int count = 0;
    for (int i = 0; i < heap->size; i++)
        count += heap->array[i] == x;
    return count;
}

/* Whether a heap has each element as often as before, but `x` so much more often. */
static bool counts_fit(const struct heap_array *old, const struct heap_array *heap, int x, int more)
{
    if (heap->size != old->size + more || heap->length != old->length)
        return false;
    for (int i = 0; i < old->size; i++) {
        int element = old->array[i];
        if (element != x && count_of(heap, element) != count_of(old, element))
            return false;
    }
    return count_of(heap, x) == count_of(old, x) + more;
}

/* After `heap_array_insert`: the elements are those before and `x`. */
bool inserted(const struct heap_array *old, const struct heap_array *heap, int x, bool result)
{
    return result == (old->size < old->length && x != -1 && !has(old, x))
        && counts_fit(old, heap, x, result);
}

/* After `heap_array_extract_max`: the elements are those before without the greatest. */
bool extracted(const struct heap_array *old, const struct heap_array *heap, int result)
{
    if (old->size == 0)
        return result == INT_MIN && heap->size == 0;
    for (int i = 0; i < old->size; i++)
        if (old->array[i] > result)
            return false;
    return has(old, result) && counts_fit(old, heap, result, -1);
}
