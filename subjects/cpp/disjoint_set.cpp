// A disjoint set as a linked list whose elements know its head (document 003, Table 1).

#include <set>

class DisjointSet {
    struct Node {
        Node *rep;
        Node *next;
        int data;
    };
    Node *head;
    Node *tail;
    int size;

    bool has(int x) const;
    bool hasAll(const DisjointSet &other) const;

public:
    bool repOk() const;
    bool add(int x);
    bool canMerge(const DisjointSet &other) const;
    void merge(DisjointSet &other);
    bool added(const DisjointSet &old, int x, bool result) const;
    bool merged(const DisjointSet &old_this, const DisjointSet &old_other,
        const DisjointSet &other) const;
};

bool DisjointSet::repOk() const {
    if (!head)
        return !tail && size == 0;
    std::set<Node *> visited;
    Node *last = nullptr;
    for (Node *node = head; node; node = node->next) {
        if (!visited.insert(node).second)
            return false;
        if (node->rep != head)
            return false;
        last = node;
    }
    if (tail != last || size != static_cast<int>(visited.size()))
        return false;
    std::set<int> elements;
    for (Node *node = head; node; node = node->next)
        if (!elements.insert(node->data).second)
            return false;
    return true;
}

// Whether an element is in the set.
bool DisjointSet::has(int x) const {
    const Node *node = head;
    while (node && node->data != x)
        node = node->next;
    return node;
}

// Adds an element; false if it is there already.
bool DisjointSet::add(int x) {
    if (has(x))
        return false;
    Node *node = new Node{head, nullptr, x};
    if (tail) {
        tail->next = node;
    } else {
        head = node;
        node->rep = node;
    }
    tail = node;
    size++;
    return true;
}

// Before `merge`: both are sets, without an element in common.
bool DisjointSet::canMerge(const DisjointSet &other) const {
    if (!repOk() || !other.repOk())
        return false;
    for (const Node *node = head; node; node = node->next)
        if (other.has(node->data))
            return false;
    return true;
}

// Moves the elements of another set behind those of this one.
void DisjointSet::merge(DisjointSet &other) {
    if (!other.head)
        return;
    (tail ? tail->next : head) = other.head;
    for (Node *node = other.head; node; node = node->next)
        node->rep = head;
    tail = other.tail;
    size += other.size;
    other.head = nullptr;
    other.tail = nullptr;
    other.size = 0;
}

// Whether every element of another set is in this one.
bool DisjointSet::hasAll(const DisjointSet &other) const {
    for (const Node *node = other.head; node; node = node->next)
        if (!has(node->data))
            return false;
    return true;
}

// After `add`: the elements are those before and `x`.
bool DisjointSet::added(const DisjointSet &old, int x, bool result) const {
    return result == !old.has(x) && size == old.size + result && has(x) && hasAll(old);
}

// After `merge`: both are sets, this one has the elements of both, the other none.
bool DisjointSet::merged(const DisjointSet &old_this, const DisjointSet &old_other,
    const DisjointSet &other) const {
    return repOk() && other.repOk() && other.size == 0 && size == old_this.size + old_other.size
        && hasAll(old_this) && hasAll(old_other);
}
