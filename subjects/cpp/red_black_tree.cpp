// Red-black trees whose root may be red (document 003, Table 1).

#include <limits>
#include <optional>
#include <set>
#include <vector>

class RedBlackTree {
    enum class Color { Red, Black };
    struct Node {
        Node *left;
        Node *right;
        Node *parent;
        Color color;
        int key;
    };
    Node *root;
    int size;

    // The nodes of the tree breadth first; nothing if it is none, or a parent is wrong.
    std::optional<std::vector<Node *>> nodes() const;
    static bool isRed(const Node *node);
    static std::optional<int> blackHeight(const Node *node);
    static bool inOrder(const Node *node, int min, int max);
    void replace(Node *node, Node *by);
    void rotate(Node *node, bool toLeft);
    void repairRed(Node *node);
    void repairBlack(Node *node, Node *parent);
    static bool has(const Node *node, int x);
    static bool areKept(const Node *node, const Node *root, int x);

public:
    bool repOk() const;
    bool insert(int x);
    bool remove(int x);
    bool inserted(const RedBlackTree &old, int x, bool result) const;
    bool removed(const RedBlackTree &old, int x, bool result) const;
};

std::optional<std::vector<RedBlackTree::Node *>> RedBlackTree::nodes() const {
    std::vector<Node *> nodes;
    std::set<Node *> visited;
    auto add = [&](Node *child, Node *parent) {
        if (!child)
            return true;
        if (!visited.insert(child).second || child->parent != parent)
            return false;
        nodes.push_back(child);
        return true;
    };
    if (!add(root, nullptr))
        return std::nullopt;
    for (std::size_t i = 0; i < nodes.size(); i++) {
        Node *node = nodes[i];
        if (!add(node->left, node) || !add(node->right, node))
            return std::nullopt;
    }
    return nodes;
}

bool RedBlackTree::isRed(const Node *node) {
    return node && node->color == Color::Red;
}

// The black nodes on every way down, if they are equally many.
std::optional<int> RedBlackTree::blackHeight(const Node *node) {
    if (!node)
        return 0;
    auto left = blackHeight(node->left);
    auto right = blackHeight(node->right);
    if (!left || left != right)
        return std::nullopt;
    return *left + (isRed(node) ? 0 : 1);
}

bool RedBlackTree::inOrder(const Node *node, int min, int max) {
    if (!node)
        return true;
    if (node->key < min || node->key > max)
        return false;
    return inOrder(node->left, min, node->key - 1) && inOrder(node->right, node->key + 1, max);
}

bool RedBlackTree::repOk() const {
    using limits = std::numeric_limits<int>;
    auto all = nodes();
    if (!all || size != static_cast<int>(all->size()))
        return false;
    for (Node *node : *all)
        if (isRed(node) && (isRed(node->left) || isRed(node->right)))
            return false;
    return blackHeight(root) && inOrder(root, limits::min(), limits::max());
}

// Puts `by`, which may be none, in the place of a node.
void RedBlackTree::replace(Node *node, Node *by) {
    if (!node->parent)
        root = by;
    else if (node == node->parent->left)
        node->parent->left = by;
    else
        node->parent->right = by;
    if (by)
        by->parent = node->parent;
}

// A child of a node comes up, the right one if `toLeft`, and the node becomes its child.
void RedBlackTree::rotate(Node *node, bool toLeft) {
    auto inner = toLeft ? &Node::left : &Node::right;
    auto outer = toLeft ? &Node::right : &Node::left;
    Node *up = node->*outer;
    node->*outer = up->*inner;
    if (up->*inner)
        (up->*inner)->parent = node;
    replace(node, up);
    up->*inner = node;
    node->parent = up;
}

// Repairs a tree in which at most a red node and its parent are at fault: both are red.
void RedBlackTree::repairRed(Node *node) {
    while (isRed(node->parent) && node->parent->parent) {
        Node *parent = node->parent;
        Node *above = parent->parent;
        bool isLeft = parent == above->left;
        Node *uncle = isLeft ? above->right : above->left;
        if (isRed(uncle)) {
            parent->color = Color::Black;
            uncle->color = Color::Black;
            above->color = Color::Red;
            node = above;
            continue;
        }
        if (node == (isLeft ? parent->right : parent->left)) {
            rotate(parent, isLeft);
            parent = node;
        }
        parent->color = Color::Black;
        above->color = Color::Red;
        rotate(above, !isLeft);
        break;
    }
    root->color = Color::Black;
}

// Inserts a key; false if it is there already.
bool RedBlackTree::insert(int x) {
    Node *parent = nullptr;
    Node **link = &root;
    while (*link) {
        parent = *link;
        if (x == parent->key)
            return false;
        link = x < parent->key ? &parent->left : &parent->right;
    }
    Node *node = new Node{nullptr, nullptr, parent, Color::Red, x};
    *link = node;
    size++;
    repairRed(node);
    return true;
}

// Repairs a tree in which the ways down through `node`, which may be none and is below `parent`,
// have one black node too few.
void RedBlackTree::repairBlack(Node *node, Node *parent) {
    while (parent && !isRed(node)) {
        bool isLeft = node == parent->left;
        Node *sibling = isLeft ? parent->right : parent->left;
        if (isRed(sibling)) {
            sibling->color = Color::Black;
            parent->color = Color::Red;
            rotate(parent, isLeft);
            sibling = isLeft ? parent->right : parent->left;
        }
        if (!isRed(sibling->left) && !isRed(sibling->right)) {
            sibling->color = Color::Red;
            node = parent;
            parent = node->parent;
            continue;
        }
        Node *outer = isLeft ? sibling->right : sibling->left;
        if (!isRed(outer)) {
            Node *inner = isLeft ? sibling->left : sibling->right;
            inner->color = Color::Black;
            sibling->color = Color::Red;
            rotate(sibling, !isLeft);
            outer = sibling;
            sibling = inner;
        }
        sibling->color = parent->color;
        parent->color = Color::Black;
        outer->color = Color::Black;
        rotate(parent, isLeft);
        return;
    }
    if (node)
        node->color = Color::Black;
}

// Removes a key; false if it is not there.
bool RedBlackTree::remove(int x) {
    Node *node = root;
    while (node && node->key != x)
        node = x < node->key ? node->left : node->right;
    if (!node)
        return false;
    if (node->left && node->right) {
        // The next key takes the place of the one that goes.
        Node *next = node->right;
        while (next->left)
            next = next->left;
        node->key = next->key;
        node = next;
    }
    Node *child = node->left ? node->left : node->right;
    replace(node, child);
    if (node->color == Color::Black)
        repairBlack(child, node->parent);
    delete node;
    size--;
    return true;
}

bool RedBlackTree::has(const Node *node, int x) {
    while (node && node->key != x)
        node = x < node->key ? node->left : node->right;
    return node;
}

// Whether every key at and below a node, but for `x`, is also below `root`.
bool RedBlackTree::areKept(const Node *node, const Node *root, int x) {
    if (!node)
        return true;
    return (node->key == x || has(root, node->key)) && areKept(node->left, root, x)
        && areKept(node->right, root, x);
}

// After `insert`: the keys are those before and `x`.
bool RedBlackTree::inserted(const RedBlackTree &old, int x, bool result) const {
    return result == !has(old.root, x) && size == old.size + result && has(root, x)
        && areKept(old.root, root, x);
}

// After `remove`: the keys are those before without `x`.
bool RedBlackTree::removed(const RedBlackTree &old, int x, bool result) const {
    return result == has(old.root, x) && size == old.size - result && !has(root, x)
        && areKept(old.root, root, x);
}
