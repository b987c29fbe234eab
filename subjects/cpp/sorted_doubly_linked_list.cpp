// Sorted doubly linked lists (document 000, Table II).

#include <set>

class SortedDoublyLinkedList {
    struct Node {
        Node *next;
        Node *prev;
        int data;
    };
    Node *head;
    int size;

    bool has(int x) const;
    bool keeps(const SortedDoublyLinkedList &old, int x) const;

public:
    bool repOk() const;
    bool insert(int x);
    bool remove(int x);
    bool inserted(const SortedDoublyLinkedList &old, int x, bool result) const;
    bool removed(const SortedDoublyLinkedList &old, int x, bool result) const;
};

bool SortedDoublyLinkedList::repOk() const {
    if (!head)
        return size == 0;
    std::set<Node *> visited{head};
    for (Node *current = head; current->next; current = current->next) {
        Node *next = current->next;
        if (current->data >= next->data)
            return false;
        if (next->prev != current)
            return false;
        if (!visited.insert(next).second)
            return false;
    }
    return size == static_cast<int>(visited.size());
}

// Inserts a key; false if it is there already.
bool SortedDoublyLinkedList::insert(int x) {
    Node *before = nullptr;
    Node *after = head;
    while (after && after->data < x) {
        before = after;
        after = after->next;
    }
    if (after && after->data == x)
        return false;
    Node *node = new Node{after, before, x};
    (before ? before->next : head) = node;
    if (after)
        after->prev = node;
    size++;
    return true;
}

// Removes a key; false if it is not there.
bool SortedDoublyLinkedList::remove(int x) {
    Node *node = head;
    while (node && node->data < x)
        node = node->next;
    if (!node || node->data != x)
        return false;
    (node == head ? head : node->prev->next) = node->next;
    if (node->next)
        node->next->prev = node->prev;
    delete node;
    size--;
    return true;
}

bool SortedDoublyLinkedList::has(int x) const {
    const Node *node = head;
    while (node && node->data != x)
        node = node->next;
    return node;
}

// Whether it has every key of the list before, but perhaps not `x`.
bool SortedDoublyLinkedList::keeps(const SortedDoublyLinkedList &old, int x) const {
    for (const Node *node = old.head; node; node = node->next)
        if (node->data != x && !has(node->data))
            return false;
    return true;
}

// After `insert`: the keys are those before and `x`.
bool SortedDoublyLinkedList::inserted(const SortedDoublyLinkedList &old, int x, bool result) const {
    return result == !old.has(x) && size == old.size + result && has(x) && keeps(old, x);
}

// After `remove`: the keys are those before without `x`.
bool SortedDoublyLinkedList::removed(const SortedDoublyLinkedList &old, int x, bool result) const {
    return result == old.has(x) && size == old.size - result && !has(x) && keeps(old, x);
}
