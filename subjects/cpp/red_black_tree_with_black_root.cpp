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

public:
    bool repOk() const;
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
