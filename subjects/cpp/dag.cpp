// Directed acyclic graphs (document 001, section 4.3.3). A node is known by its place, and children
// are numbered in the order in which a walk from the last node to the first comes to them: of
// graphs that differ only in their numbers few are left.

#include <algorithm>
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
    bool isNode(int node) const;
    bool hasEdge(int from, int to) const;
    bool comesTo(int from, int to, std::set<int> &visited) const;
    bool hasWay(int from, int to) const;
    bool keepsOthers(const Dag &old, int from, int to) const;

public:
    bool repOk() const;
    bool reaches(int from, int to) const;
    bool addEdge(int from, int to);
    bool removeEdge(int from, int to);
    bool isAcyclic() const;
    bool wayFound(const Dag &old, int from, int to, bool result) const;
    bool edgeAdded(const Dag &old, int from, int to, bool result) const;
    bool edgeRemoved(const Dag &old, int from, int to, bool result) const;
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

// The numbers of a graph's nodes say how it was generated; changes need not keep that. After them
// `isAcyclic` has to hold, not `repOk`.

bool Dag::isNode(int node) const {
    return node >= 0 && node < size;
}

bool Dag::hasEdge(int from, int to) const {
    const int *end = children[from] + childCount[from];
    return std::find(children[from], end, to) != end;
}

// Whether a walk from a node comes to another, or is there already.
bool Dag::comesTo(int from, int to, std::set<int> &visited) const {
    if (from == to)
        return true;
    visited.insert(from);
    for (int i = 0; i < childCount[from]; i++) {
        int child = children[from][i];
        if (!visited.count(child) && comesTo(child, to, visited))
            return true;
    }
    return false;
}

// Whether there is a way of one edge or more from a node to another.
bool Dag::reaches(int from, int to) const {
    std::set<int> visited;
    return isNode(from) && isNode(to) && from != to && comesTo(from, to, visited);
}

// Adds an edge; false if it is there already, if it would close a circle, or if there are no such
// nodes.
bool Dag::addEdge(int from, int to) {
    if (!isNode(from) || !isNode(to) || from == to || hasEdge(from, to) || reaches(to, from))
        return false;
    children[from][childCount[from]++] = to;
    return true;
}

// Removes an edge; false if it is not there.
bool Dag::removeEdge(int from, int to) {
    if (!isNode(from))
        return false;
    int *end = children[from] + childCount[from];
    int *edge = std::find(children[from], end, to);
    if (edge == end)
        return false;
    *edge = *(end - 1);
    childCount[from]--;
    return true;
}

// Whether all edges but one are as before.
bool Dag::keepsOthers(const Dag &old, int from, int to) const {
    if (size != old.size)
        return false;
    for (int i = 0; i < old.size; i++)
        for (int j = 0; j < old.size; j++)
            if ((i != from || j != to) && hasEdge(i, j) != old.hasEdge(i, j))
                return false;
    return true;
}

// Whether there is a way from a node to another: found by taking away nodes one by one, not by a
// walk.
bool Dag::hasWay(int from, int to) const {
    bool way[capacity][capacity];
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            way[i][j] = hasEdge(i, j);
    for (int via = 0; via < size; via++)
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++)
                way[i][j] = way[i][j] || (way[i][via] && way[via][j]);
    return way[from][to];
}

// After every operation: edges lead to nodes, none twice, and there is no circle.
bool Dag::isAcyclic() const {
    for (int i = 0; i < size; i++) {
        if (childCount[i] < 0 || childCount[i] > capacity - 1)
            return false;
        for (int j = 0; j < childCount[i]; j++) {
            if (!isNode(children[i][j]))
                return false;
            for (int k = 0; k < j; k++)
                if (children[i][k] == children[i][j])
                    return false;
        }
    }
    for (int i = 0; i < size; i++)
        if (hasWay(i, i))
            return false;
    return true;
}

// After `reaches`: it is true if there is a way; the graph is as before.
bool Dag::wayFound(const Dag &old, int from, int to, bool result) const {
    return result == (old.isNode(from) && old.isNode(to) && old.hasWay(from, to))
        && keepsOthers(old, -1, -1);
}

// After `addEdge`: the edges are those before and the new one.
bool Dag::edgeAdded(const Dag &old, int from, int to, bool result) const {
    bool canBe = old.isNode(from) && old.isNode(to) && from != to && !old.hasWay(to, from);
    return result == (canBe && !old.hasEdge(from, to)) && (!canBe || hasEdge(from, to))
        && keepsOthers(old, from, to);
}

// After `removeEdge`: the edges are those before without one.
bool Dag::edgeRemoved(const Dag &old, int from, int to, bool result) const {
    return result == (old.isNode(from) && old.hasEdge(from, to))
        && (!old.isNode(from) || !hasEdge(from, to)) && keepsOthers(old, from, to);
}
