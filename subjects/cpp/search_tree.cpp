// Search trees with parent pointers (document 000, Figures 1-3).

#include <limits>
#include <set>
#include <stack>
#include <tuple>

class BST {
    struct Node {
        Node *left;
        Node *right;
        Node *parent;
        int data;
    };
    Node *root;
    int size;

    void replace(Node *node, Node *by);
    static bool has(const Node *node, int x);
    static bool areKept(const Node *node, const Node *root, int x);

public:
    bool repOk();
    bool add(int x);
    bool remove(int x);
    bool added(const BST &old, int x, bool result) const;
    bool removed(const BST &old, int x, bool result) const;
};

bool BST::repOk() {
    using limits = std::numeric_limits<int>;
    std::set<Node *> visited;
    std::stack<std::tuple<Node *, int, int>> worklist;
    if (root) {
        worklist.push({root, limits::min(), limits::max()});
        visited.insert(root);
    }
    while (!worklist.empty()) {
        auto [current, min, max] = worklist.top();
        worklist.pop();
        if (current->data < min || current->data > max)
            return false;
        if (current->left) {
            if (!visited.insert(current->left).second)
                return false;
            if (current->left->parent != current)
                return false;
            worklist.push({current->left, min, current->data - 1});
        }
        if (current->right) {
            if (!visited.insert(current->right).second)
                return false;
            if (current->right->parent != current)
                return false;
            worklist.push({current->right, current->data + 1, max});
        }
    }
    return size == static_cast<int>(visited.size());
}

// Adds a key; false if it is there already.
bool BST::add(int x) {
    Node *parent = nullptr;
    Node **link = &root;
    while (*link) {
        parent = *link;
        if (x == parent->data)
            return false;
        link = x < parent->data ? &parent->left : &parent->right;
    }
    *link = new Node{nullptr, nullptr, parent, x};
    size++;
    return true;
}

// Puts `by`, which may be none, in the place of a node.
void BST::replace(Node *node, Node *by) {
    if (node == root)
        root = by;
    else if (node == node->parent->left)
        node->parent->left = by;
    else
        node->parent->right = by;
    if (by)
        by->parent = node->parent;
}

// Removes a key; false if it is not there.
bool BST::remove(int x) {
    Node *node = root;
    while (node && node->data != x)
        node = x < node->data ? node->left : node->right;
    if (!node)
        return false;
    if (node->left && node->right) {
        // The next key takes the place of the one that goes.
        Node *next = node->right;
        while (next->left)
            next = next->left;
        node->data = next->data;
        node = next;
    }
    replace(node, node->left ? node->left : node->right);
    delete node;
    size--;
    return true;
}

bool BST::has(const Node *node, int x) {
    while (node && node->data != x)
        node = x < node->data ? node->left : node->right;
    return node;
}

// Whether every key at and below a node, but for `x`, is also below `root`.
bool BST::areKept(const Node *node, const Node *root, int x) {
    if (!node)
        return true;
    return (node->data == x || has(root, node->data)) && areKept(node->left, root, x)
        && areKept(node->right, root, x);
}

// After `add`: the keys are those before and `x`.
bool BST::added(const BST &old, int x, bool result) const {
    return result == !has(old.root, x) && size == old.size + result && has(root, x)
        && areKept(old.root, root, x);
}

// After `remove`: the keys are those before without `x`.
bool BST::removed(const BST &old, int x, bool result) const {
    return result == has(old.root, x) && size == old.size - result && !has(root, x)
        && areKept(old.root, root, x);
}
