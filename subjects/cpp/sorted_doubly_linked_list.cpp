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

public:
    bool repOk() const;
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
