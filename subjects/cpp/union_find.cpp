// Disjoint sets as records that know the place of their parent and their rank (document 002,
// Table 1).

#include <optional>
#include <utility>

class UnionFind {
    static constexpr int capacity = 8;
    struct Record {
        int parent;
        int rank;
    };
    int size;
    int length;
    Record *elements[capacity];

    bool isInTheSet(int place) const { return place >= 0 && place < size; }
    bool noRecordTwice() const;
    bool ranksFit() const;
    bool parentsAreInTheSet() const;
    int rootOf(int x);
    int top(int x) const;

public:
    bool repOk() const;
    std::optional<int> find(int x);
    bool merge(int x, int y);
    bool found(const UnionFind &old, int x, std::optional<int> result) const;
    bool merged(const UnionFind &old, int x, int y, bool result) const;
};

bool UnionFind::noRecordTwice() const {
    for (int i = 0; i < size; i++)
        for (int j = i + 1; j < size; j++)
            if (elements[i] == elements[j])
                return false;
    return true;
}

// Whether ranks grow upwards, and there are no more roots than records of rank 0.
bool UnionFind::ranksFit() const {
    int roots = 0;
    for (int i = 0; i < size; i++) {
        const Record &record = *elements[i];
        if (record.parent == i)
            roots++;
        else if (isInTheSet(record.parent) && elements[record.parent]->rank <= record.rank)
            return false;
    }
    int zeros = 0;
    for (int i = 0; i < size; i++)
        zeros += elements[i]->rank == 0;
    return roots <= zeros;
}

bool UnionFind::parentsAreInTheSet() const {
    for (int i = 0; i < size; i++)
        if (!isInTheSet(elements[i]->parent))
            return false;
    return true;
}

bool UnionFind::repOk() const {
    return length <= capacity && size == length && noRecordTwice() && ranksFit()
        && parentsAreInTheSet();
}

// The root of the set of a record. Every record on the way gets the root as its parent.
int UnionFind::rootOf(int x) {
    int root = x;
    while (elements[root]->parent != root)
        root = elements[root]->parent;
    while (x != root)
        x = std::exchange(elements[x]->parent, root);
    return root;
}

// The root of the set of a record, if there is such a record.
std::optional<int> UnionFind::find(int x) {
    if (!isInTheSet(x))
        return std::nullopt;
    return rootOf(x);
}

// Makes one set of those of two records; false if they are one already, or if there is no such
// record.
bool UnionFind::merge(int x, int y) {
    if (!isInTheSet(x) || !isInTheSet(y))
        return false;
    int a = rootOf(x);
    int b = rootOf(y);
    if (a == b)
        return false;
    if (elements[a]->rank < elements[b]->rank)
        std::swap(a, b);
    elements[b]->parent = a;
    if (elements[a]->rank == elements[b]->rank)
        elements[a]->rank++;
    return true;
}

int UnionFind::top(int x) const {
    while (elements[x]->parent != x)
        x = elements[x]->parent;
    return x;
}

// After `find`: it is the root, no record has another one, and the way to it is short.
bool UnionFind::found(const UnionFind &old, int x, std::optional<int> result) const {
    if (size != old.size)
        return false;
    for (int i = 0; i < old.size; i++)
        if (top(i) != old.top(i) || elements[i]->rank != old.elements[i]->rank)
            return false;
    if (!old.isInTheSet(x))
        return !result;
    return result == old.top(x) && elements[x]->parent == *result;
}

// After `merge`: two records are in one set if they were, or if their sets are those of `x` and
// `y`.
bool UnionFind::merged(const UnionFind &old, int x, int y, bool result) const {
    bool canMerge = old.isInTheSet(x) && old.isInTheSet(y) && old.top(x) != old.top(y);
    if (result != canMerge || size != old.size)
        return false;
    for (int i = 0; i < old.size; i++) {
        for (int j = 0; j < i; j++) {
            int a = old.top(i);
            int b = old.top(j);
            bool isOne = a == b;
            if (canMerge) {
                int first = old.top(x);
                int second = old.top(y);
                isOne = isOne || (a == first && b == second) || (a == second && b == first);
            }
            if ((top(i) == top(j)) != isOne)
                return false;
        }
    }
    return true;
}
