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

    bool insert(int x) {
        auto at = items.begin();
        while (at != items.end() && *at < x) ++at;
        if (at != items.end() && *at == x) return false;
        items.insert(at, x);
        return true;
    }

    void removeAbove(int x) {
        while (!items.empty() && items.back() > x) items.pop_back();
    }

    bool inserted(const Sorted &old, int x, bool result) const {
        bool found = false;
        for (int item : items) found |= item == x;
        return found && items.size() == old.items.size() + result;
    }
};

struct Palindrome {
    std::string text;
    bool repOk() const {
        for (size_t i = 0; i < text.size() / 2; i++)
            if (text[i] != text[text.size() - 1 - i]) return false;
        return true;
    }

    void frame() { text = "b" + text + "b"; }
};

// Both ends of an interval, or none.
struct Interval {
    std::optional<int> low, high;
    bool repOk() const {
        if (low.has_value() != high.has_value()) return false;
        return !low || *low <= *high;
    }

    void widen(int x) {
        low = low && *low < x ? *low : x;
        high = high && *high > x ? *high : x;
    }
};

struct Either {
    std::variant<int, bool> value;
    bool repOk() const {
        if (auto *number = std::get_if<int>(&value)) return *number > 0;
        return std::get<bool>(value);
    }

    void toNumber() {
        if (std::holds_alternative<bool>(value)) value = 1;
    }
};

struct Ends {
    std::array<int, 2> ends;
    bool repOk() const { return ends[0] <= ends[1]; }

    void stretch(int x) {
        if (x < ends[0]) ends[0] = x;
        else if (x > ends[1]) ends[1] = x;
    }
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

    void push() {
        auto node = std::make_unique<Node>();
        node->next = std::move(head);
        head = std::move(node);
    }

    void pop() {
        if (head) head = std::move(head->next);
    }

    int length() const {
        int count = 0;
        for (const Node *at = head.get(); at; at = at->next.get()) count++;
        return count;
    }

    bool pushed(const Chain &old) const { return length() == old.length() + 1; }
};

struct Base {
    int low;
};

struct Derived : Base {
    int high;
    bool repOk() const { return low < high; }

    void narrow() {
        if (low + 1 < high) low++;
    }
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

    void put(signed char key, bool value) {
        auto at = entries.begin();
        while (at != entries.end() && at->key < key) ++at;
        if (at != entries.end() && at->key == key) at->value = value;
        else entries.insert(at, Entry{key, value});
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

    void addRow() {
        size_t width = rows.empty() ? 0 : rows[0].size();
        rows.push_back(std::vector<int>(width));
    }

    void removeColumn() {
        for (auto &row : rows)
            if (!row.empty()) row.pop_back();
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

    void add(int x) {
        if (!items.empty() && items.back() >= x) return;
        items.push_back(x);
        seen[x]++;
    }
};
