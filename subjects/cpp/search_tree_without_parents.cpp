// Search trees without parent pointers (document 003, Table 1; document 001, section 4.2).

#include <limits>
#include <queue>
#include <set>

class SearchTree {
    struct Node {
        Node *left;
        Node *right;
        int info;
    };
    Node *root;
    int size;

    bool isTree() const;
    static bool inOrder(const Node *node, int min, int max);

public:
    bool repOk() const;
};

// Whether no node is met twice, and `size` is their number.
bool SearchTree::isTree() const {
    std::set<Node *> visited;
    std::queue<Node *> worklist;
    if (root) {
        visited.insert(root);
        worklist.push(root);
    }
    while (!worklist.empty()) {
        Node *current = worklist.front();
        worklist.pop();
        for (auto child : {&Node::left, &Node::right}) {
            if (Node *node = current->*child) {
                if (!visited.insert(node).second)
                    return false;
                worklist.push(node);
            }
        }
    }
    return size == static_cast<int>(visited.size());
}

bool SearchTree::inOrder(const Node *node, int min, int max) {
    if (!node)
        return true;
    if (node->info < min || node->info > max)
        return false;
    return inOrder(node->left, min, node->info - 1) && inOrder(node->right, node->info + 1, max);
}

bool SearchTree::repOk() const {
    using limits = std::numeric_limits<int>;
    return isTree() && inOrder(root, limits::min(), limits::max());
}
