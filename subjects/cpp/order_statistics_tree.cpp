// Order-statistics trees (document 000, Table II): red-black trees whose nodes know how many nodes
// are at and below them.

#include <limits>
#include <optional>
#include <set>
#include <stack>
#include <tuple>
#include <vector>

class OrderStatisticsTree {
    enum class Color { Red, Black };
    struct Node {
        Node *left;
        Node *right;
        Node *parent;
        Color color;
        int key;
        int size;
    };
    Node *root;
    int size;

    static bool isRed(const Node *node);
    static int sizeOf(const Node *node);
    void replace(Node *node, Node *by);
    void rotate(Node *node, bool toLeft);
    void repairRed(Node *node);
    void repairBlack(Node *node, Node *parent);
    static bool has(const Node *node, int x);
    static bool areKept(const Node *node, const Node *root, int x);
    static int smallerThan(const Node *node, int x);
    static bool areSame(const Node *a, const Node *b);

public:
    bool repOk() const;
    bool insert(int x);
    bool remove(int x);
    std::optional<int> select(int k) const;
    int rank(int x) const;
    bool inserted(const OrderStatisticsTree &old, int x, bool result) const;
    bool removed(const OrderStatisticsTree &old, int x, bool result) const;
    bool selected(int k, std::optional<int> result) const;
    bool ranked(int x, int result) const;
    bool unchanged(const OrderStatisticsTree &old) const;
};

bool OrderStatisticsTree::repOk() const {
    using limits = std::numeric_limits<int>;
    if (!root)
        return size == 0;
    if (root->parent || root->color == Color::Red)
        return false;
    std::set<Node *> visited{root};
    // A node, what its key may be, and how many black nodes are above it.
    std::stack<std::tuple<Node *, int, int, int>> worklist;
    worklist.push({root, limits::min(), limits::max(), 0});
    std::vector<Node *> order; // a node comes before its children
    std::optional<int> height; // black nodes on the first way down that ended
    while (!worklist.empty()) {
        auto [current, min, max, blacks] = worklist.top();
        worklist.pop();
        order.push_back(current);
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
    if (size != static_cast<int>(order.size()))
        return false;
    auto sizeOf = [](Node *node) { return node ? node->size : 0; };
    for (auto node = order.rbegin(); node != order.rend(); ++node)
        if ((*node)->size != 1 + sizeOf((*node)->left) + sizeOf((*node)->right))
            return false;
    return true;
}

bool OrderStatisticsTree::isRed(const Node *node) {
    return node && node->color == Color::Red;
}

int OrderStatisticsTree::sizeOf(const Node *node) {
    return node ? node->size : 0;
}

// Puts `by`, which may be none, in the place of a node.
void OrderStatisticsTree::replace(Node *node, Node *by) {
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
void OrderStatisticsTree::rotate(Node *node, bool toLeft) {
    auto inner = toLeft ? &Node::left : &Node::right;
    auto outer = toLeft ? &Node::right : &Node::left;
    Node *up = node->*outer;
    node->*outer = up->*inner;
    if (up->*inner)
        (up->*inner)->parent = node;
    replace(node, up);
    up->*inner = node;
    node->parent = up;
    up->size = node->size;
    node->size = 1 + sizeOf(node->left) + sizeOf(node->right);
}

// Repairs a tree in which at most a red node and its parent are at fault: both are red.
void OrderStatisticsTree::repairRed(Node *node) {
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
bool OrderStatisticsTree::insert(int x) {
    Node *parent = nullptr;
    Node **link = &root;
    while (*link) {
        parent = *link;
        if (x == parent->key)
            return false;
        link = x < parent->key ? &parent->left : &parent->right;
    }
    Node *node = new Node{nullptr, nullptr, parent, Color::Red, x, 1};
    *link = node;
    size++;
    for (Node *above = parent; above; above = above->parent)
        above->size++;
    repairRed(node);
    return true;
}

// Repairs a tree in which the ways down through `node`, which may be none and is below `parent`,
// have one black node too few.
void OrderStatisticsTree::repairBlack(Node *node, Node *parent) {
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
bool OrderStatisticsTree::remove(int x) {
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
    for (Node *above = node->parent; above; above = above->parent)
        above->size--;
    replace(node, child);
    if (node->color == Color::Black)
        repairBlack(child, node->parent);
    delete node;
    size--;
    return true;
}

// The key that has `k` smaller ones, if there is one.
std::optional<int> OrderStatisticsTree::select(int k) const {
    const Node *node = root;
    while (node && k != sizeOf(node->left)) {
        if (k < sizeOf(node->left)) {
            node = node->left;
        } else {
            k -= sizeOf(node->left) + 1;
            node = node->right;
        }
    }
    return node ? std::optional(node->key) : std::nullopt;
}

// How many keys are smaller than `x`, which need not be in the tree.
int OrderStatisticsTree::rank(int x) const {
    int rank = 0;
    const Node *node = root;
    while (node) {
        if (x <= node->key) {
            node = node->left;
        } else {
            rank += sizeOf(node->left) + 1;
            node = node->right;
        }
    }
    return rank;
}

bool OrderStatisticsTree::has(const Node *node, int x) {
    while (node && node->key != x)
        node = x < node->key ? node->left : node->right;
    return node;
}

// Whether every key at and below a node, but for `x`, is also below `root`.
bool OrderStatisticsTree::areKept(const Node *node, const Node *root, int x) {
    if (!node)
        return true;
    return (node->key == x || has(root, node->key)) && areKept(node->left, root, x)
        && areKept(node->right, root, x);
}

// After `insert`: the keys are those before and `x`.
bool OrderStatisticsTree::inserted(const OrderStatisticsTree &old, int x, bool result) const {
    return result == !has(old.root, x) && size == old.size + result && has(root, x)
        && areKept(old.root, root, x);
}

// After `remove`: the keys are those before without `x`.
bool OrderStatisticsTree::removed(const OrderStatisticsTree &old, int x, bool result) const {
    return result == has(old.root, x) && size == old.size - result && !has(root, x)
        && areKept(old.root, root, x);
}

int OrderStatisticsTree::smallerThan(const Node *node, int x) {
    if (!node)
        return 0;
    return (node->key < x) + smallerThan(node->left, x) + smallerThan(node->right, x);
}

// After `select`: the key is in the tree and has `k` smaller ones.
bool OrderStatisticsTree::selected(int k, std::optional<int> result) const {
    if (k < 0 || k >= size)
        return !result;
    return result && has(root, *result) && smallerThan(root, *result) == k;
}

// After `rank`: as many keys are smaller.
bool OrderStatisticsTree::ranked(int x, int result) const {
    return result == smallerThan(root, x);
}

bool OrderStatisticsTree::areSame(const Node *a, const Node *b) {
    if (!a || !b)
        return a == b;
    return a->key == b->key && a->color == b->color && a->size == b->size
        && areSame(a->left, b->left) && areSame(a->right, b->right);
}

// After a question: the tree is as it was.
bool OrderStatisticsTree::unchanged(const OrderStatisticsTree &old) const {
    return areSame(old.root, root);
}
