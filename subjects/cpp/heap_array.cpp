// Heap arrays (document 003, Table 1): a child is below its parent, a free place is -1.

#include <algorithm>
#include <optional>

class HeapArray {
    static constexpr int capacity = 16;
    static constexpr int free = -1;
    int size;
    int length;
    int array[capacity];

    bool has(int x) const;
    int countOf(int x) const;
    bool countsFit(const HeapArray &old, int x, int more) const;

public:
    bool repOk() const;
    bool insert(int x);
    bool isDistinct() const;
    std::optional<int> extractMax();
    bool inserted(const HeapArray &old, int x, bool result) const;
    bool extracted(const HeapArray &old, std::optional<int> result) const;
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

// How many places, of those in use, have an element.
int HeapArray::countOf(int x) const {
    return static_cast<int>(std::count(array, array + size, x));
}

bool HeapArray::has(int x) const {
    return countOf(x) > 0;
}

// Inserts an element; false if the heap is full, if the element is there already, or if it is the
// mark of a free place.
bool HeapArray::insert(int x) {
    if (size >= length || x == free || has(x))
        return false;
    int i = size++;
    for (; i > 0 && array[(i - 1) / 2] < x; i = (i - 1) / 2)
        array[i] = array[(i - 1) / 2];
    array[i] = x;
    return true;
}

// Before `extractMax`: no element is there twice. Otherwise what comes up could have an equal
// child.
bool HeapArray::isDistinct() const {
    return repOk() && std::all_of(array, array + size, [this](int x) { return countOf(x) == 1; });
}

// Removes the greatest element and returns it, if there is one.
std::optional<int> HeapArray::extractMax() {
    if (size == 0)
        return std::nullopt;
    int max = array[0];
    int last = array[--size];
    array[size] = free;
    if (size == 0)
        return max;
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < size && array[child + 1] > array[child])
            child++;
        if (child >= size || array[child] < last)
            break;
        array[i] = array[child];
        i = child;
    }
    array[i] = last;
    return max;
}

// Whether it has each element as often as before, but `x` so much more often.
bool HeapArray::countsFit(const HeapArray &old, int x, int more) const {
    if (size != old.size + more || length != old.length)
        return false;
    for (int i = 0; i < old.size; i++) {
        int element = old.array[i];
        if (element != x && countOf(element) != old.countOf(element))
            return false;
    }
    return countOf(x) == old.countOf(x) + more;
}

// After `insert`: the elements are those before and `x`.
bool HeapArray::inserted(const HeapArray &old, int x, bool result) const {
    return result == (old.size < old.length && x != free && !old.has(x))
        && countsFit(old, x, result);
}

// After `extractMax`: the elements are those before without the greatest.
bool HeapArray::extracted(const HeapArray &old, std::optional<int> result) const {
    if (old.size == 0)
        return !result && size == 0;
    return result == *std::max_element(old.array, old.array + old.size)
        && countsFit(old, *result, -1);
}
