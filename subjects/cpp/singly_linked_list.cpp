// Singly linked lists (document 003, Figure 1).

#include <unordered_set>

class SinglyLinkedList {
    struct Node {
        Node *next;
    };
    Node *header;
    int size;

public:
    bool repOk() const;
};

bool SinglyLinkedList::repOk() const {
    std::unordered_set<Node *> visited;
    for (Node *node = header; node; node = node->next)
        if (!visited.insert(node).second)
            return false;
    return size == static_cast<int>(visited.size());
}
