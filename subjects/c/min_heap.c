/* Min heaps of distinct elements in an array (document 000, Table II). */

#include <limits.h>
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

static bool has(const struct min_heap *heap, int x)
{
    for (int i = 0; i < heap->size; i++)
        if (heap->array[i] == x)
            return true;
    return false;
}

/* Inserts an element; false if the heap is full or the element is there already. */
bool min_heap_insert(struct min_heap *heap, int x)
{
    if (heap->size == CAPACITY || has(heap, x))
        return false;
    int i = heap->size++;
    while (i > 0 && heap->array[(i - 1) / 2] > x) {
        heap->array[i] = heap->array[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap->array[i] = x;
    return true;
}

/* Puts an element that is not below its parent at a place or below it. */
static void sift_down(struct min_heap *heap, int i, int element)
{
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < heap->size && heap->array[child + 1] < heap->array[child])
            child++;
        if (child >= heap->size || heap->array[child] > element)
            break;
        heap->array[i] = heap->array[child];
        i = child;
    }
    heap->array[i] = element;
}

/* Removes the least element and returns it; INT_MIN if there is none. */
int min_heap_extract_min(struct min_heap *heap)
{
    if (heap->size == 0)
        return INT_MIN;
    int min = heap->array[0];
    heap->size--;
    if (heap->size > 0)
        sift_down(heap, 0, heap->array[heap->size]);
    return min;
}

/* Deletes an element; false if it is not there. */
bool min_heap_delete(struct min_heap *heap, int x)
{
    int i = 0;
    while (i < heap->size && heap->array[i] != x)
        i++;
    if (i == heap->size)
        return false;
    int last = heap->array[--heap->size];
    if (i == heap->size)
        return true;
    /* The last element may be smaller than the parent of the place that it comes to. */
    while (i > 0 && heap->array[(i - 1) / 2] > last) {
        heap->array[i] = heap->array[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    sift_down(heap, i, last);
    return true;
}

/* Whether every element of a heap, but for `x`, is also in another. */
static bool are_kept(const struct min_heap *old, const struct min_heap *heap, int x)
{
    for (int i = 0; i < old->size; i++)
        if (old->array[i] != x && !has(heap, old->array[i]))
            return false;
    return true;
}

/* After `min_heap_insert`: the elements are those before and `x`. */
bool inserted(const struct min_heap *old, const struct min_heap *heap, int x, bool result)
{
    return result == (old->size < CAPACITY && !has(old, x)) && heap->size == old->size + result
        && has(heap, x) && are_kept(old, heap, x);
}

/* After `min_heap_extract_min`: the elements are those before without the least. */
bool extracted(const struct min_heap *old, const struct min_heap *heap, int result)
{
    if (old->size == 0)
        return result == INT_MIN && heap->size == 0;
    for (int i = 0; i < old->size; i++)
        if (old->array[i] < result)
            return false;
    return has(old, result) && heap->size == old->size - 1 && !has(heap, result)
        && are_kept(old, heap, result);
}

/* After `min_heap_delete`: the elements are those before without `x`. */
bool deleted(const struct min_heap *old, const struct min_heap *heap, int x, bool result)
{
    return result == has(old, x) && heap->size == old->size - result && !has(heap, x)
        && are_kept(old, heap, x);
}
