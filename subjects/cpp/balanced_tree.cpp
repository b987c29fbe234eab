// Height-balanced search trees with parent pointers (document 002, Table 1).

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <queue>
#include <set>
#include <vector>

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
    static void collect(Node *node, std::vector<Node *> &nodes);
    static Node *treeOf(Node **nodes, int count, Node *parent);
    static bool has(const Node *node, int x);
    static bool areKept(const Node *node, const Node *root, int x);
    static int levels(const Node *node);

public:
    bool repOk() const;
    bool insert(int x);
    bool remove(int x);
    void balance();
    bool inserted(const BalancedTree &old, int x, bool result) const;
    bool removed(const BalancedTree &old, int x, bool result) const;
    bool flattened(const BalancedTree &old) const;
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

// Appends the nodes at and below a node in the order of their keys.
void BalancedTree::collect(Node *node, std::vector<Node *> &nodes) {
    if (!node)
        return;
    collect(node->left, nodes);
    nodes.push_back(node);
    collect(node->right, nodes);
}

// Links `count` nodes that are in order to a tree, the middle one on top.
BalancedTree::Node *BalancedTree::treeOf(Node **nodes, int count, Node *parent) {
    if (count == 0)
        return nullptr;
    int middle = count / 2;
    Node *top = nodes[middle];
    top->parent = parent;
    top->left = treeOf(nodes, middle, top);
    top->right = treeOf(nodes + middle + 1, count - middle - 1, top);
    return top;
}

// Makes a search tree as flat as it can be.
void BalancedTree::balance() {
    std::vector<Node *> nodes;
    collect(root, nodes);
    root = treeOf(nodes.data(), size, nullptr);
}

// Inserts a key; false if it is there already.
bool BalancedTree::insert(int x) {
    Node *parent = nullptr;
    Node **link = &root;
    while (*link) {
        parent = *link;
        if (x == parent->elem)
            return false;
        link = x < parent->elem ? &parent->left : &parent->right;
    }
    *link = new Node{nullptr, nullptr, parent, x};
    size++;
    if (!height(root))
        balance();
    return true;
}

// Removes a key; false if it is not there.
bool BalancedTree::remove(int x) {
    Node **link = &root;
    while (*link && (*link)->elem != x)
        link = x < (*link)->elem ? &(*link)->left : &(*link)->right;
    Node *node = *link;
    if (!node)
        return false;
    if (node->left && node->right) {
        // The next key takes the place of the one that goes.
        link = &node->right;
        while ((*link)->left)
            link = &(*link)->left;
        node->elem = (*link)->elem;
        node = *link;
    }
    Node *child = node->left ? node->left : node->right;
    *link = child;
    if (child)
        child->parent = node->parent;
    delete node;
    size--;
    if (!height(root))
        balance();
    return true;
}

bool BalancedTree::has(const Node *node, int x) {
    while (node && node->elem != x)
        node = x < node->elem ? node->left : node->right;
    return node;
}

// Whether every key at and below a node, but for `x`, is also below `root`.
bool BalancedTree::areKept(const Node *node, const Node *root, int x) {
    if (!node)
        return true;
    return (node->elem == x || has(root, node->elem)) && areKept(node->left, root, x)
        && areKept(node->right, root, x);
}

// After `insert`: the keys are those before and `x`.
bool BalancedTree::inserted(const BalancedTree &old, int x, bool result) const {
    return result == !has(old.root, x) && size == old.size + result && has(root, x)
        && areKept(old.root, root, x);
}

// After `remove`: the keys are those before without `x`.
bool BalancedTree::removed(const BalancedTree &old, int x, bool result) const {
    return result == has(old.root, x) && size == old.size - result && !has(root, x)
        && areKept(old.root, root, x);
}

int BalancedTree::levels(const Node *node) {
    return node ? 1 + std::max(levels(node->left), levels(node->right)) : 0;
}

// After `balance`: the keys are those before, and no tree of as many is flatter.
bool BalancedTree::flattened(const BalancedTree &old) const {
    int least = 0;
    while ((1 << least) <= size)
        least++;
    if (size != old.size || levels(root) != least)
        return false;
    if (!old.root)
        return true;
    int top = old.root->elem;
    return has(root, top) && areKept(old.root, root, top);
}
