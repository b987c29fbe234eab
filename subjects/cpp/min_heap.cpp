// Min heaps of distinct elements in an array (document 000, Table II).

#include <set>

class MinHeap {
    static constexpr int capacity = 16;
    int size;
    int array[capacity];

public:
    bool repOk() const;
};

bool MinHeap::repOk() const {
    if (size < 0 || size > capacity)
        return false;
    std::set<int> seen;
    for (int i = 0; i < size; i++) {
        if (i > 0 && array[i] <= array[(i - 1) / 2])
            return false;
        if (!seen.insert(array[i]).second)
            return false;
    }
    return true;
}
