// Search trees with parent pointers (document 000, Figures 1-3).

#include <limits>
#include <set>
#include <stack>
#include <tuple>

class BST {
    struct Node {
        Node *left;
        Node *right;
        Node *parent;
        int data;
    };
    Node *root;
    int size;

public:
    bool repOk();
};

bool BST::repOk() {
    using limits = std::numeric_limits<int>;
    std::set<Node *> visited;
    std::stack<std::tuple<Node *, int, int>> worklist;
    if (root) {
        worklist.push({root, limits::min(), limits::max()});
        visited.insert(root);
    }
    while (!worklist.empty()) {
        auto [current, min, max] = worklist.top();
        worklist.pop();
        if (current->data < min || current->data > max)
            return false;
        if (current->left) {
            if (!visited.insert(current->left).second)
                return false;
            if (current->left->parent != current)
                return false;
            worklist.push({current->left, min, current->data - 1});
        }
        if (current->right) {
            if (!visited.insert(current->right).second)
                return false;
            if (current->right->parent != current)
                return false;
            worklist.push({current->right, current->data + 1, max});
        }
    }
    return size == static_cast<int>(visited.size());
}
