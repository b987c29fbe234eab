// Min heaps of distinct elements in an array (document 000, Table II).

#include <algorithm>
#include <optional>
#include <set>

class MinHeap {
    static constexpr int capacity = 16;
    int size;
    int array[capacity];

    bool has(int x) const;
    void siftDown(int i, int element);
    bool keeps(const MinHeap &old, int x) const;

public:
    bool repOk() const;
    bool insert(int x);
    std::optional<int> extractMin();
    bool erase(int x);
    bool inserted(const MinHeap &old, int x, bool result) const;
    bool extracted(const MinHeap &old, std::optional<int> result) const;
    bool erased(const MinHeap &old, int x, bool result) const;
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

bool MinHeap::has(int x) const {
    return std::find(array, array + size, x) != array + size;
}

// Inserts an element; false if the heap is full or the element is there already.
bool MinHeap::insert(int x) {
    if (size == capacity || has(x))
        return false;
    int i = size++;
    for (; i > 0 && array[(i - 1) / 2] > x; i = (i - 1) / 2)
        array[i] = array[(i - 1) / 2];
    array[i] = x;
    return true;
}

// Puts an element that is not below its parent at a place or below it.
void MinHeap::siftDown(int i, int element) {
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < size && array[child + 1] < array[child])
            child++;
        if (child >= size || array[child] > element)
            break;
        array[i] = array[child];
        i = child;
    }
    array[i] = element;
}

// Removes the least element and returns it, if there is one.
std::optional<int> MinHeap::extractMin() {
    if (size == 0)
        return std::nullopt;
    int min = array[0];
    size--;
    if (size > 0)
        siftDown(0, array[size]);
    return min;
}

// Erases an element; false if it is not there.
bool MinHeap::erase(int x) {
    int i = static_cast<int>(std::find(array, array + size, x) - array);
    if (i == size)
        return false;
    int last = array[--size];
    if (i == size)
        return true;
    // The last element may be smaller than the parent of the place that it comes to.
    for (; i > 0 && array[(i - 1) / 2] > last; i = (i - 1) / 2)
        array[i] = array[(i - 1) / 2];
    siftDown(i, last);
    return true;
}

// Whether it has every element of the heap before, but perhaps not `x`.
bool MinHeap::keeps(const MinHeap &old, int x) const {
    return std::all_of(old.array, old.array + old.size,
        [this, x](int element) { return element == x || has(element); });
}

// After `insert`: the elements are those before and `x`.
bool MinHeap::inserted(const MinHeap &old, int x, bool result) const {
    return result == (old.size < capacity && !old.has(x)) && size == old.size + result && has(x)
        && keeps(old, x);
}

// After `extractMin`: the elements are those before without the least.
bool MinHeap::extracted(const MinHeap &old, std::optional<int> result) const {
    if (old.size == 0)
        return !result && size == 0;
    return result == *std::min_element(old.array, old.array + old.size) && size == old.size - 1
        && !has(*result) && keeps(old, *result);
}

// After `erase`: the elements are those before without `x`.
bool MinHeap::erased(const MinHeap &old, int x, bool result) const {
    return result == old.has(x) && size == old.size - result && !has(x) && keeps(old, x);
}
