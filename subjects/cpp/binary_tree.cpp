// Binary trees (document 001, Figure 1.1; document 003, Table 1).

#include <queue>
#include <set>
#include <utility>

class BinaryTree {
    struct Node {
        Node *left;
        Node *right;
    };
    Node *root;
    int size;

    static void mirrorBelow(Node *node);
    static bool areMirrored(const Node *a, const Node *b);
    static int moreIn(const Node *a, const Node *b);

public:
    bool repOk() const;
    void mirror();
    void insert();
    bool removeLeaf();
    bool mirrored(const BinaryTree &old) const;
    bool inserted(const BinaryTree &old) const;
    bool removed(const BinaryTree &old, bool result) const;
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

// Swaps left and right everywhere.
void BinaryTree::mirrorBelow(Node *node) {
    if (!node)
        return;
    std::swap(node->left, node->right);
    mirrorBelow(node->left);
    mirrorBelow(node->right);
}

// Turns a tree to its mirror image.
void BinaryTree::mirror() {
    mirrorBelow(root);
}

// Inserts a node at the first free place, level by level.
void BinaryTree::insert() {
    std::queue<Node **> links({&root});
    while (Node *node = *links.front()) {
        links.pop();
        links.push(&node->left);
        links.push(&node->right);
    }
    *links.front() = new Node{nullptr, nullptr};
    size++;
}

// Removes the leaf that is the last, level by level; false if there is none.
bool BinaryTree::removeLeaf() {
    Node **last = nullptr;
    std::queue<Node **> links({&root});
    while (!links.empty()) {
        if (Node *node = *links.front()) {
            last = links.front();
            links.push(&node->left);
            links.push(&node->right);
        }
        links.pop();
    }
    if (!last)
        return false;
    delete std::exchange(*last, nullptr);
    size--;
    return true;
}

bool BinaryTree::areMirrored(const Node *a, const Node *b) {
    if (!a || !b)
        return a == b;
    return areMirrored(a->left, b->right) && areMirrored(a->right, b->left);
}

// After `mirror`: what was left is right.
bool BinaryTree::mirrored(const BinaryTree &old) const {
    return size == old.size && areMirrored(old.root, root);
}

// How many nodes are only in the second of two trees that lie on each other; -1 if there is one
// that is only in the first.
int BinaryTree::moreIn(const Node *a, const Node *b) {
    if (!b)
        return a ? -1 : 0;
    int left = moreIn(a ? a->left : nullptr, b->left);
    int right = moreIn(a ? a->right : nullptr, b->right);
    return left < 0 || right < 0 ? -1 : left + right + !a;
}

// After `insert`: there is one node more, and all others are where they were.
bool BinaryTree::inserted(const BinaryTree &old) const {
    return size == old.size + 1 && moreIn(old.root, root) == 1;
}

// After `removeLeaf`: there is one node less, and all others are where they were.
bool BinaryTree::removed(const BinaryTree &old, bool result) const {
    return result == (old.size > 0) && size == old.size - result
        && moreIn(root, old.root) == result;
}
