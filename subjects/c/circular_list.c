/* Sorted doubly linked lists that are closed to a ring (document 002, Table 1). */

#include <stdbool.h>
#include <stdlib.h>

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

/* Inserts an element behind those that are equal; false if it is negative, the list is full, or
   there is no memory. */
bool circular_list_insert(struct circular_list *list, int x)
{
    if (x < 0 || list->size >= MAX_ENTRIES)
        return false;
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return false;
    struct entry *after = list->header->next;
    while (after != list->header && after->element <= x)
        after = after->next;
    entry->next = after;
    entry->previous = after->previous;
    entry->element = x;
    entry->previous->next = entry;
    after->previous = entry;
    list->size++;
    return true;
}

/* Removes the first of the elements that are `x`; false if there is none. The header stays. */
bool circular_list_remove(struct circular_list *list, int x)
{
    struct entry *entry = list->header->next;
    while (entry != list->header && entry->element < x)
        entry = entry->next;
    if (entry == list->header || entry->element != x)
        return false;
    entry->previous->next = entry->next;
    entry->next->previous = entry->previous;
    free(entry);
    list->size--;
    return true;
}

/* How many entries, without the header, have an element. */
static int count_of(const struct circular_list *list, int x)
{
    int count = 0;
    for (const struct entry *entry = list->header->next; entry != list->header; entry = entry->next)
        count += entry->element == x;
    return count;
}

/* Whether a list has each element as often as before, but `x` so much more often. */
static bool counts_fit(const struct circular_list *old, const struct circular_list *list, int x,
    int more)
{
    if (list->size != old->size + more || count_of(list, x) != count_of(old, x) + more)
        return false;
    for (const struct entry *entry = old->header->next; entry != old->header; entry = entry->next)
        if (entry->element != x && count_of(list, entry->element) != count_of(old, entry->element))
            return false;
    return true;
}

/* After `circular_list_insert`: `x` is there once more. */
bool inserted(const struct circular_list *old, const struct circular_list *list, int x, bool result)
{
    return result == (x >= 0) && counts_fit(old, list, x, result);
}

/* After `circular_list_remove`: `x` is there once less, if it was there. */
bool removed(const struct circular_list *old, const struct circular_list *list, int x, bool result)
{
    return result == (count_of(old, x) > 0) && counts_fit(old, list, x, -result);
}
