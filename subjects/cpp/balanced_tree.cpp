// Height-balanced search trees with parent pointers (document 002, Table 1).

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <queue>
#include <set>

class BalancedTree {
    struct Node {
        Node *left;
        Node *right;
        Node *parent;
        int elem;
    };
    Node *root;
    int size;

    bool isTree() const;
    static std::optional<int> height(const Node *node);
    bool parentsFit() const;
    static bool inOrder(const Node *node, int min, int max);

public:
    bool repOk() const;
};

// Whether no node is met twice, and `size` is their number.
bool BalancedTree::isTree() const {
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
std::optional<int> BalancedTree::height(const Node *node) {
    if (!node)
        return 0;
    auto left = height(node->left);
    auto right = height(node->right);
    if (!left || !right || std::abs(*left - *right) > 1)
        return std::nullopt;
    return 1 + std::max(*left, *right);
}

bool BalancedTree::inOrder(const Node *node, int min, int max) {
    if (!node)
        return true;
    if (node->elem < min || node->elem > max)
        return false;
    return inOrder(node->left, min, node->elem - 1) && inOrder(node->right, node->elem + 1, max);
}

// Whether the parents of the nodes are those that have them as children.
bool BalancedTree::parentsFit() const {
    if (!root)
        return true;
    if (root->parent)
        return false;
    std::queue<Node *> worklist;
    worklist.push(root);
    while (!worklist.empty()) {
        Node *current = worklist.front();
        worklist.pop();
        for (Node *child : {current->left, current->right}) {
            if (!child)
                continue;
            if (child->parent != current)
                return false;
            worklist.push(child);
        }
    }
    return true;
}

bool BalancedTree::repOk() const {
    using limits = std::numeric_limits<int>;
    return isTree() && height(root) && inOrder(root, limits::min(), limits::max())
        && parentsFit();
}
