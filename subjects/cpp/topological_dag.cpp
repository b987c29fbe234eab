// Directed acyclic graphs whose nodes are topologically sorted (document 001, section 4.3.3):
// children are earlier nodes, in order. A node is known by its place; -1 is no node.

#include <algorithm>

class TopologicalDag {
    static constexpr int capacity = 8;
    int size;
    int childCount[capacity];
    int children[capacity][capacity - 1];

    bool isNode(int node) const;
    bool hasEdge(int from, int to) const;
    bool keepsOthers(const TopologicalDag &old, int from, int to) const;

public:
    bool repOk() const;
    bool addEdge(int from, int to);
    bool removeEdge(int from, int to);
    bool edgeAdded(const TopologicalDag &old, int from, int to, bool result) const;
    bool edgeRemoved(const TopologicalDag &old, int from, int to, bool result) const;
};

bool TopologicalDag::repOk() const {
    if (size < 0 || size > capacity)
        return false;
    for (int node = 0; node < size; node++) {
        int before = -1;
        for (int i = 0; i < childCount[node]; i++) {
            int child = children[node][i];
            if (child <= before || child >= node)
                return false;
            before = child;
        }
    }
    return true;
}

// Adds an edge to an earlier node; false if it is there already, if the nodes are not in this
// order, or if there are no such nodes.
bool TopologicalDag::addEdge(int from, int to) {
    if (to < 0 || to >= from || from >= size)
        return false;
    int *end = children[from] + childCount[from];
    int *place = std::lower_bound(children[from], end, to);
    if (place != end && *place == to)
        return false;
    std::copy_backward(place, end, end + 1);
    *place = to;
    childCount[from]++;
    return true;
}

// Removes an edge; false if it is not there.
bool TopologicalDag::removeEdge(int from, int to) {
    if (from < 0 || from >= size)
        return false;
    int *end = children[from] + childCount[from];
    int *place = std::find(children[from], end, to);
    if (place == end)
        return false;
    std::copy(place + 1, end, place);
    childCount[from]--;
    return true;
}

bool TopologicalDag::isNode(int node) const {
    return node >= 0 && node < size;
}

bool TopologicalDag::hasEdge(int from, int to) const {
    const int *end = children[from] + childCount[from];
    return std::find(children[from], end, to) != end;
}

// Whether all edges but one are as before.
bool TopologicalDag::keepsOthers(const TopologicalDag &old, int from, int to) const {
    if (size != old.size)
        return false;
    for (int i = 0; i < old.size; i++)
        for (int j = 0; j < old.size; j++)
            if ((i != from || j != to) && hasEdge(i, j) != old.hasEdge(i, j))
                return false;
    return true;
}

// After `addEdge`: the edges are those before and the new one.
bool TopologicalDag::edgeAdded(const TopologicalDag &old, int from, int to, bool result) const {
    bool canBe = old.isNode(from) && old.isNode(to) && to < from;
    return result == (canBe && !old.hasEdge(from, to)) && (!canBe || hasEdge(from, to))
        && keepsOthers(old, from, to);
}

// After `removeEdge`: the edges are those before without one.
bool TopologicalDag::edgeRemoved(const TopologicalDag &old, int from, int to, bool result) const {
    return result == (old.isNode(from) && old.hasEdge(from, to))
        && (!old.isNode(from) || !hasEdge(from, to)) && keepsOthers(old, from, to);
}
