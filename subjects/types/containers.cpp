// Structures with containers of C++'s library, which are made by their own operations, with virtual
// functions and with smart pointers. The table in docs/structures.md has the number of valid structures of
// each, with its formula.

#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

// Amounts of items, some of which are reserved.
struct Inventory {
    std::unordered_map<int, int> amounts;
    std::set<int> reserved;

    bool repOk() const {
        for (auto &entry : amounts)
            if (entry.second <= 0) return false;
        for (int item : reserved)
            if (!amounts.count(item)) return false;
        return true;
    }

    bool take(int item) {
        auto found = amounts.find(item);
        if (found == amounts.end()) return false;
        if (--found->second == 0) {
            amounts.erase(found);
            reserved.erase(item);
        }
        return true;
    }
};

// Page numbers by word: as many as the word has letters.
struct Index {
    std::map<std::string, int> pages;

    bool repOk() const {
        for (auto &entry : pages)
            if (entry.first.size() != (size_t)entry.second) return false;
        return true;
    }

    void add(int letters) {
        if (letters > 0) pages[std::string(letters, 'a')] = letters;
    }
};

// Sequences of equal length.
struct Lines {
    std::deque<bool> one;
    std::list<bool> other;
    std::forward_list<bool> third;

    bool repOk() const {
        size_t count = 0;
        for (auto at = third.begin(); at != third.end(); ++at) count++;
        return one.size() == other.size() && other.size() == count;
    }

    void push(bool bit) {
        one.push_back(bit);
        other.push_back(bit);
        third.push_front(bit);
    }
};

// Bits, the last of which is set.
struct Bits {
    std::vector<bool> bits;
    bool repOk() const { return bits.empty() || bits.back(); }

    void push(bool bit) {
        bits.push_back(bit);
        while (!bits.empty() && !bits.back()) bits.pop_back();
    }
};

// A multiset, and the set of its elements.
struct Counted {
    std::multiset<int> all;
    std::unordered_set<int> known;

    bool repOk() const {
        for (int item : all)
            if (!known.count(item)) return false;
        for (int item : known)
            if (!all.count(item)) return false;
        return true;
    }

    void add(int x) {
        all.insert(x);
        known.insert(x);
    }

    void remove(int x) {
        auto found = all.find(x);
        if (found == all.end()) return;
        all.erase(found);
        if (!all.count(x)) known.erase(x);
    }
};

struct Shape {
    virtual ~Shape() {}
    virtual int area() const = 0;
};

struct Square : Shape {
    int side = 0;
    int area() const override { return side * side; }
};

struct Rectangle : Shape {
    int width = 0, height = 0;
    int area() const override { return width * height; }
};

// A shape of some class below `Shape`, with an area.
struct Drawing {
    Shape *shape;
    bool repOk() const { return shape != nullptr && shape->area() > 0; }

    // The side of a square with at least the area.
    int side() const {
        int side = 0;
        while (side * side < shape->area()) side++;
        return side;
    }
};

Shape *square() { return new Square(); }
Shape *rectangle() { return new Rectangle(); }

struct Named {
    int name = 0;
    virtual ~Named() {}
    virtual int id() const = 0;
};

struct Priced {
    int price = 0;
    virtual ~Priced() {}
    virtual int cost() const = 0;
};

// Two base classes, each with a table of virtual functions.
struct Ware : Named, Priced {
    int count = 0;
    int id() const override { return name; }
    int cost() const override { return price * count; }
};

// The same object through its two base classes.
struct Offer {
    Named *named;
    Priced *priced;
    bool repOk() const {
        return named && priced && named->id() == 1 && priced->cost() == 2 &&
               static_cast<const Ware *>(priced) == static_cast<const Ware *>(named);
    }
};

Named *ware() { return new Ware(); }

// An array of its own, which ascends; what the predicate does not read is empty.
struct Owned {
    std::unique_ptr<int[]> data;
    int len;
    std::function<int(int)> change;
    std::weak_ptr<int> seen;
    bool repOk() const {
        for (int at = 1; at < len; at++)
            if (data[at - 1] >= data[at]) return false;
        return !change && seen.expired();
    }
};
