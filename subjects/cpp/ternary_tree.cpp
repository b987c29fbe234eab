// N-ary trees, here ternary (document 003, Table 1). The root lies inside of the tree, so no
// pointer leads to it.

#include <algorithm>
#include <array>
#include <queue>
#include <set>
#include <utility>

class TernaryTree {
    struct Node {
        std::array<Node *, 3> children;
    };
    Node root;
    int size;

    static void closeGapsBelow(Node &node);
    static int moreIn(const Node *a, const Node *b);
    static bool isClosed(const Node &a, const Node &b);

public:
    bool repOk() const;
    void insert();
    bool removeLeaf();
    void closeGaps();
    bool inserted(const TernaryTree &old) const;
    bool removed(const TernaryTree &old, bool result) const;
    bool closed(const TernaryTree &old) const;
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

// Inserts a node at the first free place, level by level.
void TernaryTree::insert() {
    std::queue<Node *> worklist({&root});
    for (;;) {
        for (Node *&child : worklist.front()->children) {
            if (!child) {
                child = new Node{};
                size++;
                return;
            }
            worklist.push(child);
        }
        worklist.pop();
    }
}

// Removes the leaf that is the last, level by level; false if there is only the root.
bool TernaryTree::removeLeaf() {
    Node **last = nullptr;
    std::queue<Node *> worklist({&root});
    while (!worklist.empty()) {
        for (Node *&child : worklist.front()->children) {
            if (child) {
                last = &child;
                worklist.push(child);
            }
        }
        worklist.pop();
    }
    if (!last)
        return false;
    delete std::exchange(*last, nullptr);
    size--;
    return true;
}

// Moves the children of a node, and of those below it, to the front.
void TernaryTree::closeGapsBelow(Node &node) {
    auto &children = node.children;
    auto end = std::remove(children.begin(), children.end(), nullptr);
    std::fill(end, children.end(), nullptr);
    for (auto child = children.begin(); child != end; ++child)
        closeGapsBelow(**child);
}

// Closes the gaps between the children of every node.
void TernaryTree::closeGaps() {
    closeGapsBelow(root);
}

// How many nodes are only in the second of two trees that lie on each other; -1 if there is one
// that is only in the first.
int TernaryTree::moreIn(const Node *a, const Node *b) {
    if (!b)
        return a ? -1 : 0;
    int more = !a;
    for (std::size_t i = 0; i < b->children.size(); i++) {
        int below = moreIn(a ? a->children[i] : nullptr, b->children[i]);
        if (below < 0)
            return -1;
        more += below;
    }
    return more;
}

// After `insert`: there is one node more, and all others are where they were.
bool TernaryTree::inserted(const TernaryTree &old) const {
    return size == old.size + 1 && moreIn(&old.root, &root) == 1;
}

// After `removeLeaf`: there is one node less, and all others are where they were.
bool TernaryTree::removed(const TernaryTree &old, bool result) const {
    return result == (old.size > 1) && size == old.size - result
        && moreIn(&root, &old.root) == result;
}

// Whether `b` is `a` without the gaps between its children.
bool TernaryTree::isClosed(const Node &a, const Node &b) {
    auto next = b.children.begin();
    for (const Node *child : a.children) {
        if (!child)
            continue;
        const Node *moved = *next++;
        if (!moved || !isClosed(*child, *moved))
            return false;
    }
    return std::all_of(next, b.children.end(), [](const Node *child) { return !child; });
}

// After `closeGaps`: children keep their order, and have no gaps between them.
bool TernaryTree::closed(const TernaryTree &old) const {
    return size == old.size && isClosed(old.root, root);
}
