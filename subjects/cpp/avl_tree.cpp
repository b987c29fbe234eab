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
    static int depth(const Node *node);
    static void rotateLeft(Node *&top);
    static void rotateRight(Node *&top);
    static void balance(Node *&top);
    static bool insertBelow(Node *&top, int x);
    static bool removeBelow(Node *&top, int x);
    static bool has(const Node *node, int x);
    static bool areKept(const Node *node, const Node *root, int x);

public:
    bool repOk() const;
    bool insert(int x);
    bool remove(int x);
    bool inserted(const AvlTree &old, int x, bool result) const;
    bool removed(const AvlTree &old, int x, bool result) const;
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

// The height of a tree, balanced or not.
int AvlTree::depth(const Node *node) {
    return node ? 1 + std::max(depth(node->left), depth(node->right)) : 0;
}

void AvlTree::rotateLeft(Node *&top) {
    Node *up = top->right;
    top->right = up->left;
    up->left = top;
    top = up;
}

void AvlTree::rotateRight(Node *&top) {
    Node *up = top->left;
    top->left = up->right;
    up->right = top;
    top = up;
}

// Balances a tree whose subtrees are balanced and differ in height by at most two.
void AvlTree::balance(Node *&top) {
    int difference = depth(top->left) - depth(top->right);
    if (difference > 1) {
        if (depth(top->left->left) < depth(top->left->right))
            rotateLeft(top->left);
        rotateRight(top);
    } else if (difference < -1) {
        if (depth(top->right->right) < depth(top->right->left))
            rotateRight(top->right);
        rotateLeft(top);
    }
}

bool AvlTree::insertBelow(Node *&top, int x) {
    if (!top) {
        top = new Node{nullptr, nullptr, x};
        return true;
    }
    if (x == top->info)
        return false;
    bool isNew = insertBelow(x < top->info ? top->left : top->right, x);
    balance(top);
    return isNew;
}

// Inserts a key; false if it is there already.
bool AvlTree::insert(int x) {
    bool isNew = insertBelow(root, x);
    size += isNew;
    return isNew;
}

bool AvlTree::removeBelow(Node *&top, int x) {
    if (!top)
        return false;
    bool wasThere = true;
    if (x != top->info) {
        wasThere = removeBelow(x < top->info ? top->left : top->right, x);
    } else if (!top->left || !top->right) {
        Node *node = top;
        top = node->left ? node->left : node->right;
        delete node;
        return true;
    } else {
        // The next key takes the place of the one that goes.
        Node *next = top->right;
        while (next->left)
            next = next->left;
        top->info = next->info;
        removeBelow(top->right, top->info);
    }
    balance(top);
    return wasThere;
}

// Removes a key; false if it is not there.
bool AvlTree::remove(int x) {
    bool wasThere = removeBelow(root, x);
    size -= wasThere;
    return wasThere;
}

bool AvlTree::has(const Node *node, int x) {
    while (node && node->info != x)
        node = x < node->info ? node->left : node->right;
    return node;
}

// Whether every key at and below a node, but for `x`, is also below `root`.
bool AvlTree::areKept(const Node *node, const Node *root, int x) {
    if (!node)
        return true;
    return (node->info == x || has(root, node->info)) && areKept(node->left, root, x)
        && areKept(node->right, root, x);
}

// After `insert`: the keys are those before and `x`.
bool AvlTree::inserted(const AvlTree &old, int x, bool result) const {
    return result == !has(old.root, x) && size == old.size + result && has(root, x)
        && areKept(old.root, root, x);
}

// After `remove`: the keys are those before without `x`.
bool AvlTree::removed(const AvlTree &old, int x, bool result) const {
    return result == has(old.root, x) && size == old.size - result && !has(root, x)
        && areKept(old.root, root, x);
}
