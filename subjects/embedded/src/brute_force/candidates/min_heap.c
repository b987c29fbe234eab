static struct min_heap *candidate(int n)
{
    struct min_heap *heap = object(sizeof *heap);
    heap->size = pick(0, n);
    for (int i = 0; i < heap->size; i++)
        heap->array[i] = pick(1, n);
    return heap;
}
