/* Singly linked lists of `size` nodes or more, with the visited nodes in a hash set, as in
   document 003, Figure 1: a node that is met again is found out at once. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node {
    struct node *next;
};

struct list {
    struct node *header;
    int size;
};

enum { SLOTS = 2048 };

/* Adds a node; false if it is there already. */
static bool add(struct node **set, struct node *node)
{
    uint64_t slot = (uint64_t)node * 0x9E3779B97F4A7C15u >> 53;
    while (set[slot]) {
        if (set[slot] == node)
            return false;
        slot = (slot + 1) % SLOTS;
    }
    set[slot] = node;
    return true;
}

bool rep_ok(struct list *list)
{
    struct node *visited[SLOTS] = {0};
    int count = 0;
    for (struct node *node = list->header; node; node = node->next) {
        if (!add(visited, node))
            return false;
        count++;
    }
    return count >= list->size;
}
