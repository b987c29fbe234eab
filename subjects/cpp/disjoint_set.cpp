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

public:
    bool repOk() const;
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
