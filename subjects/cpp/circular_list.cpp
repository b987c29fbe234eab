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

public:
    bool repOk() const;
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
