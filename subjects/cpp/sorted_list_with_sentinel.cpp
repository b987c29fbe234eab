// Sorted singly linked lists behind a sentinel (document 001, section 4.2).

#include <optional>
#include <unordered_set>

class SortedList {
    struct Node {
        Node *next;
        int data;
    };
    Node *header; // the sentinel; its data means nothing
    int size;     // without the sentinel

    Node *before(int x);
    bool has(int x) const;
    bool keeps(const SortedList &old, int x) const;

public:
    bool repOk() const;
    bool insert(int x);
    bool remove(int x);
    bool inserted(const SortedList &old, int x, bool result) const;
    bool removed(const SortedList &old, int x, bool result) const;
};

bool SortedList::repOk() const {
    if (!header)
        return false;
    std::unordered_set<Node *> visited{header};
    for (Node *node = header->next; node; node = node->next)
        if (!visited.insert(node).second)
            return false;
    if (size != static_cast<int>(visited.size()) - 1)
        return false;
    std::optional<int> before;
    for (Node *node = header->next; node; node = node->next) {
        if (before && node->data <= *before)
            return false;
        before = node->data;
    }
    return true;
}

// The node behind which a key belongs; it may be the sentinel.
SortedList::Node *SortedList::before(int x) {
    Node *node = header;
    while (node->next && node->next->data < x)
        node = node->next;
    return node;
}

// Inserts a key; false if it is there already.
bool SortedList::insert(int x) {
    Node *at = before(x);
    if (at->next && at->next->data == x)
        return false;
    at->next = new Node{at->next, x};
    size++;
    return true;
}

// Removes a key; false if it is not there.
bool SortedList::remove(int x) {
    Node *at = before(x);
    Node *node = at->next;
    if (!node || node->data != x)
        return false;
    at->next = node->next;
    delete node;
    size--;
    return true;
}

bool SortedList::has(int x) const {
    const Node *node = header->next;
    while (node && node->data != x)
        node = node->next;
    return node;
}

// Whether it has every key of the list before, but perhaps not `x`.
bool SortedList::keeps(const SortedList &old, int x) const {
    for (const Node *node = old.header->next; node; node = node->next)
        if (node->data != x && !has(node->data))
            return false;
    return true;
}

// After `insert`: the keys are those before and `x`.
bool SortedList::inserted(const SortedList &old, int x, bool result) const {
    return result == !old.has(x) && size == old.size + result && has(x) && keeps(old, x);
}

// After `remove`: the keys are those before without `x`.
bool SortedList::removed(const SortedList &old, int x, bool result) const {
    return result == old.has(x) && size == old.size - result && !has(x) && keeps(old, x);
}
