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

public:
    bool repOk() const;
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
