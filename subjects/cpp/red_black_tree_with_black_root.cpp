// Red-black trees whose root is black (document 001, section 4.2).

#include <limits>
#include <optional>
#include <queue>
#include <set>

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

    bool isTree() const;
    static bool isRed(const Node *node);
    static bool colorsOk(const Node *node, int blacks, std::optional<int> &height);
    static bool inOrder(const Node *node, int min, int max);
    void replace(Node *node, Node *by);
    void rotate(Node *node, bool toLeft);
    void repairRed(Node *node);
    static bool has(const Node *node, int x);
    static bool areKept(const Node *node, const Node *root, int x);

public:
    bool repOk() const;
    bool insert(int x);
    bool inserted(const RedBlackTree &old, int x, bool result) const;
};

// Whether no node is met twice, each knows its parent, and `size` is their number.
bool RedBlackTree::isTree() const {
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
                if (node->parent != current)
                    return false;
                worklist.push(node);
            }
        }
    }
    return size == static_cast<int>(visited.size());
}

bool RedBlackTree::isRed(const Node *node) {
    return node && node->color == Color::Red;
}

// No red node has a red child, and every way down meets as many black nodes: `height`, which is
// known when the first way down has ended.
bool RedBlackTree::colorsOk(const Node *node, int blacks, std::optional<int> &height) {
    if (!node) {
        if (!height)
            height = blacks;
        return *height == blacks;
    }
    if (!isRed(node))
        blacks++;
    else if (isRed(node->left) || isRed(node->right))
        return false;
    return colorsOk(node->left, blacks, height) && colorsOk(node->right, blacks, height);
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
    if (root && (root->parent || isRed(root)))
        return false;
    std::optional<int> height;
    return isTree() && colorsOk(root, 0, height) && inOrder(root, limits::min(), limits::max());
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
