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

public:
    bool repOk() const;
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
