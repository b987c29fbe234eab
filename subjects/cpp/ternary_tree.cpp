// N-ary trees, here ternary (document 003, Table 1). The root lies inside of the tree, so no
// pointer leads to it.

#include <array>
#include <queue>
#include <set>

class TernaryTree {
    struct Node {
        std::array<Node *, 3> children;
    };
    Node root;
    int size;

public:
    bool repOk() const;
};

bool TernaryTree::repOk() const {
    std::set<const Node *> visited{&root};
    std::queue<const Node *> worklist({&root});
    while (!worklist.empty()) {
        const Node *current = worklist.front();
        worklist.pop();
        for (const Node *child : current->children) {
            if (!child)
                continue;
            if (!visited.insert(child).second)
                return false;
            worklist.push(child);
        }
    }
    return size == static_cast<int>(visited.size());
}
