// Search trees without parent pointers (document 003, Table 1; document 001, section 4.2).

#include <limits>
#include <queue>
#include <set>
#include <utility>

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
    Node *&placeOf(int x);
    static bool has(const Node *node, int x);
    static bool areKept(const Node *node, const Node *root, int x);

public:
    bool repOk() const;
    bool add(int x);
    bool remove(int x);
    bool added(const SearchTree &old, int x, bool result) const;
    bool removed(const SearchTree &old, int x, bool result) const;
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

// The place of a key: the link to its node, or the empty link where it would be.
SearchTree::Node *&SearchTree::placeOf(int x) {
    Node **link = &root;
    while (*link && (*link)->info != x)
        link = x < (*link)->info ? &(*link)->left : &(*link)->right;
    return *link;
}

// Adds a key; false if it is there already.
bool SearchTree::add(int x) {
    Node *&place = placeOf(x);
    if (place)
        return false;
    place = new Node{nullptr, nullptr, x};
    size++;
    return true;
}

// Removes a key; false if it is not there.
bool SearchTree::remove(int x) {
    Node *&place = placeOf(x);
    Node *node = place;
    if (!node)
        return false;
    if (!node->left) {
        place = node->right;
    } else if (!node->right) {
        place = node->left;
    } else {
        // The greatest node on the left takes the place of the one that goes.
        Node **last = &node->left;
        while ((*last)->right)
            last = &(*last)->right;
        Node *before = std::exchange(*last, (*last)->left);
        before->left = node->left;
        before->right = node->right;
        place = before;
    }
    delete node;
    size--;
    return true;
}

bool SearchTree::has(const Node *node, int x) {
    while (node && node->info != x)
        node = x < node->info ? node->left : node->right;
    return node;
}

// Whether every key at and below a node, but for `x`, is also below `root`.
bool SearchTree::areKept(const Node *node, const Node *root, int x) {
    if (!node)
        return true;
    return (node->info == x || has(root, node->info)) && areKept(node->left, root, x)
        && areKept(node->right, root, x);
}

// After `add`: the keys are those before and `x`.
bool SearchTree::added(const SearchTree &old, int x, bool result) const {
    return result == !has(old.root, x) && size == old.size + result && has(root, x)
        && areKept(old.root, root, x);
}

// After `remove`: the keys are those before without `x`.
bool SearchTree::removed(const SearchTree &old, int x, bool result) const {
    return result == has(old.root, x) && size == old.size - result && !has(root, x)
        && areKept(old.root, root, x);
}
