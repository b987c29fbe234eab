#include <cstdio>
#include <memory>
#include <vector>

template <class T> struct Pair {
    T first, second;
    T larger() const { return first < second ? second : first; }
};

struct Node {
    std::unique_ptr<Node> left, right;
    int key;
    explicit Node(int k) : key(k) {}
    ~Node() {}
};

class Tree {
    std::unique_ptr<Node> root;
    std::vector<int> keys;
    int size = 0;
    int low = 0;

  public:
    bool add(int key);
    void show() const;
};

bool Tree::add(int key) {
    auto *at = &root;
    while (*at) {
        if (key == (*at)->key)
            return false;
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    *at = std::make_unique<Node>(key);
    size += 1;
    keys.push_back(key);
    for (int k : keys)
        if (k <= low)
            low = k;
    Pair<int> pair{key, size};
    Pair<long> wide{key, size};
    return pair.larger() > 0 && wide.larger() > 0L;
}

void Tree::show() const {
    for (int k : keys)
        std::printf("%d", k);
    std::printf(" %d %d", size, low);
}

extern "C" bool add(Tree &t, int key) { return t.add(key); }

int main() {
    Tree t;
    for (int key : {2, 1, 3, 2, -1})
        std::printf("%s", add(t, key) ? "+" : "-");
    std::printf(" ");
    t.show();
    return 0;
}
