// Sorted singly linked lists (document 003, Table 1).

#include <optional>
#include <unordered_set>

class SortedList {
    struct Node {
        Node *next;
        int key;
    };
    Node *head;
    int size;

public:
    bool repOk() const;
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
