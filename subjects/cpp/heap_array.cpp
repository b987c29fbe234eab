// Heap arrays (document 003, Table 1): a child is below its parent, a free place is -1.

class HeapArray {
    static constexpr int capacity = 16;
    static constexpr int free = -1;
    int size;
    int length;
    int array[capacity];

public:
    bool repOk() const;
};

bool HeapArray::repOk() const {
    if (size < 0 || size > length || length > capacity)
        return false;
    for (int i = 0; i < size; i++) {
        if (array[i] == free)
            return false;
        if (i > 0 && array[i] >= array[(i - 1) / 2])
            return false;
    }
    for (int i = size; i < length; i++)
        if (array[i] != free)
            return false;
    return true;
}
