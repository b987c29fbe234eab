/* Singly linked lists (document 003, Figure 1). */

#include <stdbool.h>
#include <stddef.h>

struct node {
    struct node *next;
};

struct list {
    struct node *header;
    int size;
};

bool rep_ok(struct list *list)
{
    /* A walk in a circle meets the marked node again; the mark moves on at 1, 2, 4, ... nodes. */
    struct node *marked = NULL;
    int count = 0;
    int next_mark = 1;
    for (struct node *node = list->header; node; node = node->next) {
        if (node == marked)
            return false;
        if (++count == next_mark) {
            marked = node;
            next_mark *= 2;
        }
    }
    return list->size == count;
}
