// Directed acyclic graphs whose nodes are topologically sorted (document 001, section 4.3.3):
// children are earlier nodes, in order. A node is known by its place; -1 is no node.

class TopologicalDag {
    static constexpr int capacity = 8;
    int size;
    int childCount[capacity];
    int children[capacity][capacity - 1];

public:
    bool repOk() const;
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
