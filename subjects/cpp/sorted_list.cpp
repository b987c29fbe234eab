// Sorted singly linked lists (document 003, Table 1).

#include <optional>
#include <unordered_set>
#include <utility>

class SortedList {
    struct Node {
        Node *next;
        int key;
    };
    Node *head;
    int size;

    Node *&placeOf(int x);
    bool has(int x) const;
    bool keeps(const SortedList &old, int x) const;

public:
    bool repOk() const;
    bool insert(int x);
    bool remove(int x);
    void merge(SortedList &other);
    bool inserted(const SortedList &old, int x, bool result) const;
    bool removed(const SortedList &old, int x, bool result) const;
    bool merged(const SortedList &old_this, const SortedList &old_other,
        const SortedList &other) const;
};

bool SortedList::repOk() const {
    std::unordered_set<Node *> visited;
    for (Node *node = head; node; node = node->next)
        if (!visited.insert(node).second)
            return false;
    if (size != static_cast<int>(visited.size()))
        return false;
    std::optional<int> before;
    for (Node *node = head; node; node = node->next) {
        if (before && node->key <= *before)
            return false;
        before = node->key;
    }
    return true;
}

// The link to the first node whose key is not smaller.
SortedList::Node *&SortedList::placeOf(int x) {
    Node **link = &head;
    while (*link && (*link)->key < x)
        link = &(*link)->next;
    return *link;
}

// Inserts a key; false if it is there already.
bool SortedList::insert(int x) {
    Node *&place = placeOf(x);
    if (place && place->key == x)
        return false;
    place = new Node{place, x};
    size++;
    return true;
}

// Removes a key; false if it is not there.
bool SortedList::remove(int x) {
    Node *&place = placeOf(x);
    Node *node = place;
    if (!node || node->key != x)
        return false;
    place = node->next;
    delete node;
    size--;
    return true;
}

// Moves the keys of another list to this one. Of a key that both have, the other's node goes.
void SortedList::merge(SortedList &other) {
    Node **link = &head;
    Node *node = std::exchange(other.head, nullptr);
    while (node) {
        Node *next = node->next;
        while (*link && (*link)->key < node->key)
            link = &(*link)->next;
        if (*link && (*link)->key == node->key) {
            delete node;
        } else {
            node->next = *link;
            *link = node;
            size++;
        }
        node = next;
    }
    other.size = 0;
}

bool SortedList::has(int x) const {
    const Node *node = head;
    while (node && node->key != x)
        node = node->next;
    return node;
}

// Whether it has every key of the list before, but perhaps not `x`.
bool SortedList::keeps(const SortedList &old, int x) const {
    for (const Node *node = old.head; node; node = node->next)
        if (node->key != x && !has(node->key))
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

// After `merge`: both are lists, this one has the keys that one of them had, the other none.
bool SortedList::merged(const SortedList &old_this, const SortedList &old_other,
    const SortedList &other) const {
    if (!repOk() || !other.repOk() || other.size != 0)
        return false;
    int more = 0;
    for (const Node *node = old_other.head; node; node = node->next) {
        if (!has(node->key))
            return false;
        more += !old_this.has(node->key);
    }
    for (const Node *node = old_this.head; node; node = node->next)
        if (!has(node->key))
            return false;
    return size == old_this.size + more;
}
