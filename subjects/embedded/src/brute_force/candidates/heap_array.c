static struct heap_array *candidate(int n)
{
    struct heap_array *heap = object(sizeof *heap);
    heap->size = pick(0, n);
    heap->length = pick(0, n);
    for (int i = 0; i < heap->length; i++)
        heap->array[i] = pick(-1, n);
    return heap;
}
