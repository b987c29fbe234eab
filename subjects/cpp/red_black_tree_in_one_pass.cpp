// Red-black trees, checked in one pass over the nodes (document 000, Table II).

#include <limits>
#include <optional>
#include <set>
#include <stack>
#include <tuple>

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

    static bool isRed(const Node *node);
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

bool RedBlackTree::repOk() const {
    using limits = std::numeric_limits<int>;
    if (!root)
        return size == 0;
    if (root->parent || root->color == Color::Red)
        return false;
    std::set<Node *> visited{root};
    // A node, what its key may be, and how many black nodes are above it.
    std::stack<std::tuple<Node *, int, int, int>> worklist;
    worklist.push({root, limits::min(), limits::max(), 0});
    std::optional<int> height; // black nodes on the first way down that ended
    while (!worklist.empty()) {
        auto [current, min, max, blacks] = worklist.top();
        worklist.pop();
        if (current->key < min || current->key > max)
            return false;
        bool isRed = current->color == Color::Red;
        if (!isRed)
            blacks++;
        for (auto side : {&Node::left, &Node::right}) {
            Node *child = current->*side;
            if (!child) {
                if (!height)
                    height = blacks;
                if (*height != blacks)
                    return false;
                continue;
            }
            if (!visited.insert(child).second)
                return false;
            if (child->parent != current)
                return false;
            if (isRed && child->color == Color::Red)
                return false;
            if (side == &Node::left)
                worklist.push({child, min, current->key - 1, blacks});
            else
                worklist.push({child, current->key + 1, max, blacks});
        }
    }
    return size == static_cast<int>(visited.size());
}

bool RedBlackTree::isRed(const Node *node) {
    return node && node->color == Color::Red;
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
