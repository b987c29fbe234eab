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

public:
    bool repOk() const;
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
