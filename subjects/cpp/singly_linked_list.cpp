// Singly linked lists (document 003, Figure 1).

#include <unordered_set>
#include <utility>

class SinglyLinkedList {
    struct Node {
        Node *next;
    };
    Node *header;
    int size;

    Node *&linkAt(int x);

public:
    bool repOk() const;
    bool insert(int x);
    bool remove(int x);
    void reverse();
    void append(SinglyLinkedList &other);
    bool inserted(const SinglyLinkedList &old, int x, bool result) const;
    bool removed(const SinglyLinkedList &old, int x, bool result) const;
    bool reversed(const SinglyLinkedList &old) const;
    bool appended(const SinglyLinkedList &old_this, const SinglyLinkedList &old_other,
        const SinglyLinkedList &other) const;
};

bool SinglyLinkedList::repOk() const {
    std::unordered_set<Node *> visited;
    for (Node *node = header; node; node = node->next)
        if (!visited.insert(node).second)
            return false;
    return size == static_cast<int>(visited.size());
}

// The link that has `x` nodes before it.
SinglyLinkedList::Node *&SinglyLinkedList::linkAt(int x) {
    Node **link = &header;
    for (int i = 0; i < x; i++)
        link = &(*link)->next;
    return *link;
}

// Inserts a node so that `x` nodes are before it; false if there are not so many.
bool SinglyLinkedList::insert(int x) {
    if (x < 0 || x > size)
        return false;
    Node *&link = linkAt(x);
    link = new Node{link};
    size++;
    return true;
}

// Removes the node that has `x` nodes before it; false if there is none.
bool SinglyLinkedList::remove(int x) {
    if (x < 0 || x >= size)
        return false;
    Node *&link = linkAt(x);
    Node *node = link;
    link = node->next;
    delete node;
    size--;
    return true;
}

// Turns a list round.
void SinglyLinkedList::reverse() {
    Node *before = nullptr;
    Node *node = header;
    while (node)
        before = std::exchange(node, std::exchange(node->next, before));
    header = before;
}

// Moves the nodes of another list behind those of this one.
void SinglyLinkedList::append(SinglyLinkedList &other) {
    linkAt(size) = std::exchange(other.header, nullptr);
    size += std::exchange(other.size, 0);
}

// After `insert`: there is one node more, if the place was there.
bool SinglyLinkedList::inserted(const SinglyLinkedList &old, int x, bool result) const {
    return result == (x >= 0 && x <= old.size) && size == old.size + result;
}

// After `remove`: there is one node less, if it was there.
bool SinglyLinkedList::removed(const SinglyLinkedList &old, int x, bool result) const {
    return result == (x >= 0 && x < old.size) && size == old.size - result;
}

// After `reverse`: the last node comes first. Nodes hold nothing, so their number is all that can
// be seen from outside.
bool SinglyLinkedList::reversed(const SinglyLinkedList &old) const {
    return size == old.size;
}

// After `append`: all nodes are in this list, and both are lists.
bool SinglyLinkedList::appended(const SinglyLinkedList &old_this, const SinglyLinkedList &old_other,
    const SinglyLinkedList &other) const {
    return repOk() && other.repOk() && size == old_this.size + old_other.size && other.size == 0;
}
