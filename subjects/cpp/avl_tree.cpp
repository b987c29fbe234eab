// AVL trees (document 003, Table 1): search trees whose subtrees differ in height by at most one.
// No height is stored.

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <queue>
#include <set>

class AvlTree {
    struct Node {
        Node *left;
        Node *right;
        int info;
    };
    Node *root;
    int size;

    bool isTree() const;
    static std::optional<int> height(const Node *node);
    static bool inOrder(const Node *node, int min, int max);

public:
    bool repOk() const;
};

// Whether no node is met twice, and `size` is their number.
bool AvlTree::isTree() const {
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

// The height of a tree, if it is balanced.
std::optional<int> AvlTree::height(const Node *node) {
    if (!node)
        return 0;
    auto left = height(node->left);
    auto right = height(node->right);
    if (!left || !right || std::abs(*left - *right) > 1)
        return std::nullopt;
    return 1 + std::max(*left, *right);
}

bool AvlTree::inOrder(const Node *node, int min, int max) {
    if (!node)
        return true;
    if (node->info < min || node->info > max)
        return false;
    return inOrder(node->left, min, node->info - 1) && inOrder(node->right, node->info + 1, max);
}

bool AvlTree::repOk() const {
    using limits = std::numeric_limits<int>;
    return isTree() && height(root) && inOrder(root, limits::min(), limits::max());
}
