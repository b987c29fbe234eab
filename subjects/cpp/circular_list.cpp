// Sorted doubly linked lists that are closed to a ring (document 002, Table 1).

#include <set>

class CircularList {
    struct Entry {
        Entry *next;
        Entry *previous;
        int element;
    };
    Entry *header; // its element is 0
    int size;      // with the header

    int countOf(int x) const;
    bool countsFit(const CircularList &old, int x, int more) const;

public:
    bool repOk() const;
    bool insert(int x);
    bool remove(int x);
    bool inserted(const CircularList &old, int x, bool result) const;
    bool removed(const CircularList &old, int x, bool result) const;
};

bool CircularList::repOk() const {
    if (!header || header->element != 0)
        return false;
    std::set<Entry *> visited;
    Entry *entry = header;
    do {
        if (!visited.insert(entry).second)
            return false;
        entry = entry->next;
        if (!entry)
            return false;
    } while (entry != header);
    if (size != static_cast<int>(visited.size()))
        return false;
    do {
        if (entry->next->previous != entry)
            return false;
        entry = entry->next;
    } while (entry != header);
    for (; entry->next != header; entry = entry->next)
        if (entry->next->element < entry->element)
            return false;
    return true;
}

// Inserts an element behind those that are equal; false if it is negative.
bool CircularList::insert(int x) {
    if (x < 0)
        return false;
    Entry *after = header->next;
    while (after != header && after->element <= x)
        after = after->next;
    Entry *entry = new Entry{after, after->previous, x};
    entry->previous->next = entry;
    after->previous = entry;
    size++;
    return true;
}

// Removes the first of the elements that are `x`; false if there is none. The header stays.
bool CircularList::remove(int x) {
    Entry *entry = header->next;
    while (entry != header && entry->element < x)
        entry = entry->next;
    if (entry == header || entry->element != x)
        return false;
    entry->previous->next = entry->next;
    entry->next->previous = entry->previous;
    delete entry;
    size--;
    return true;
}

// How many entries, without the header, have an element.
int CircularList::countOf(int x) const {
    int count = 0;
    for (const Entry *entry = header->next; entry != header; entry = entry->next)
        count += entry->element == x;
    return count;
}

// Whether it has each element as often as before, but `x` so much more often.
bool CircularList::countsFit(const CircularList &old, int x, int more) const {
    if (size != old.size + more || countOf(x) != old.countOf(x) + more)
        return false;
    for (const Entry *entry = old.header->next; entry != old.header; entry = entry->next)
        if (entry->element != x && countOf(entry->element) != old.countOf(entry->element))
            return false;
    return true;
}

// After `insert`: `x` is there once more.
bool CircularList::inserted(const CircularList &old, int x, bool result) const {
    return result == (x >= 0) && countsFit(old, x, result);
}

// After `remove`: `x` is there once less, if it was there.
bool CircularList::removed(const CircularList &old, int x, bool result) const {
    return result == (old.countOf(x) > 0) && countsFit(old, x, -result);
}
