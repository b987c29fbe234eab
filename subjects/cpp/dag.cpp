// Directed acyclic graphs (document 001, section 4.3.3). A node is known by its place, and children
// are numbered in the order in which a walk from the last node to the first comes to them: of
// graphs that differ only in their numbers few are left.

#include <set>

class Dag {
    static constexpr int capacity = 8;
    int size;
    int childCount[capacity];
    int children[capacity][capacity - 1];

    struct Walk {
        std::set<int> visited;
        std::set<int> above;
        int nextNumber = 0; // the least number that is no child's yet
    };
    bool below(Walk &walk, int node) const;

public:
    bool repOk() const;
};

bool Dag::below(Walk &walk, int node) const {
    std::set<int> siblings;
    walk.above.insert(node);
    for (int i = 0; i < childCount[node]; i++) {
        int child = children[node][i];
        if (child < 0 || child >= size || child > walk.nextNumber)
            return false;
        if (child == walk.nextNumber)
            walk.nextNumber++;
        if (!siblings.insert(child).second || walk.above.count(child))
            return false;
        if (walk.visited.insert(child).second && !below(walk, child))
            return false;
    }
    walk.above.erase(node);
    return true;
}

bool Dag::repOk() const {
    if (size < 0 || size > capacity)
        return false;
    Walk walk;
    for (int node = size - 1; node >= 0; node--)
        if (walk.visited.insert(node).second && !below(walk, node))
            return false;
    return true;
}
