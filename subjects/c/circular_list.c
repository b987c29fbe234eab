/* Sorted doubly linked lists that are closed to a ring (document 002, Table 1). */

#include <stdbool.h>
#include <stddef.h>

struct entry {
    struct entry *next;
    struct entry *previous;
    int element;
};

struct circular_list {
    struct entry *header; /* its element is 0 */
    int size;             /* with the header */
};

enum { MAX_ENTRIES = 64 };

bool rep_ok(struct circular_list *list)
{
    struct entry *entries[MAX_ENTRIES];
    int count = 0;

    if (!list->header || list->header->element != 0)
        return false;
    struct entry *entry = list->header;
    do {
        for (int i = 0; i < count; i++)
            if (entries[i] == entry)
                return false;
        if (count == MAX_ENTRIES)
            return false;
        entries[count++] = entry;
        entry = entry->next;
        if (!entry)
            return false;
    } while (entry != list->header);
    if (list->size != count)
        return false;
    for (int i = 0; i < count; i++)
        if (entries[i]->next->previous != entries[i])
            return false;
    for (int i = 1; i < count; i++)
        if (entries[i]->element < entries[i - 1]->element)
            return false;
    return true;
}
