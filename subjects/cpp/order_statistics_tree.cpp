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

public:
    bool repOk() const;
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
