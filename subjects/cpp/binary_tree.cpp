// Binary trees (document 001, Figure 1.1; document 003, Table 1).

#include <queue>
#include <set>

class BinaryTree {
    struct Node {
        Node *left;
        Node *right;
    };
    Node *root;
    int size;

public:
    bool repOk() const;
};

bool BinaryTree::repOk() const {
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
