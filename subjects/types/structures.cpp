// Structures of types that ordinary C++ code has. The table in docs/structures.md has the number of
// valid structures of each, with its formula.

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// A set as a sorted vector.
struct Sorted {
    std::vector<int> items;
    bool repOk() const {
        for (size_t i = 1; i < items.size(); i++)
            if (items[i - 1] >= items[i]) return false;
        return true;
    }
};

struct Palindrome {
    std::string text;
    bool repOk() const {
        for (size_t i = 0; i < text.size() / 2; i++)
            if (text[i] != text[text.size() - 1 - i]) return false;
        return true;
    }
};

// Both ends of an interval, or none.
struct Interval {
    std::optional<int> low, high;
    bool repOk() const {
        if (low.has_value() != high.has_value()) return false;
        return !low || *low <= *high;
    }
};

struct Either {
    std::variant<int, bool> value;
    bool repOk() const {
        if (auto *number = std::get_if<int>(&value)) return *number > 0;
        return std::get<bool>(value);
    }
};

struct Ends {
    std::array<int, 2> ends;
    bool repOk() const { return ends[0] <= ends[1]; }
};

struct Node {
    std::unique_ptr<Node> next;
};

struct Chain {
    std::unique_ptr<Node> head;
    bool repOk() const {
        const Node *met[8];
        int count = 0;
        for (const Node *at = head.get(); at; at = at->next.get()) {
            for (int i = 0; i < count; i++)
                if (met[i] == at) return false;
            met[count++] = at;
        }
        return true;
    }
};

struct Base {
    int low;
};

struct Derived : Base {
    int high;
    bool repOk() const { return low < high; }
};

// A vector of structs: a map with bits as values.
struct Entry {
    signed char key;
    bool value;
};

struct FlatMap {
    std::vector<Entry> entries;
    bool repOk() const {
        for (size_t i = 0; i < entries.size(); i++) {
            if (i > 0 && entries[i - 1].key >= entries[i].key) return false;
            volatile bool value = entries[i].value;
            (void)value;
        }
        return true;
    }
};

struct Matrix {
    std::vector<std::vector<int>> rows;
    bool repOk() const {
        for (const auto &row : rows) {
            if (row.size() != rows[0].size()) return false;
            for (int cell : row)
                if (cell > 100) return false;
        }
        return true;
    }
};

// A map that the predicate does not read.
struct Cached {
    std::vector<int> items;
    std::map<int, int> seen;
    bool repOk() const {
        for (size_t i = 1; i < items.size(); i++)
            if (items[i - 1] >= items[i]) return false;
        return true;
    }
};
