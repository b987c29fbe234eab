/* Sorted singly linked lists (document 003, Table 1). */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    struct node *next;
    int key;
};

struct sorted_list {
    struct node *head;
    int size;
};

bool rep_ok(struct sorted_list *list)
{
    /* A walk in a circle meets the marked node again; the mark moves on at 1, 2, 4, ... nodes. */
    struct node *marked = NULL;
    int count = 0;
    int next_mark = 1;
    for (struct node *node = list->head; node; node = node->next) {
        if (node == marked)
            return false;
        if (++count == next_mark) {
            marked = node;
            next_mark *= 2;
        }
    }
    if (list->size != count)
        return false;
    long before = LONG_MIN;
    for (struct node *node = list->head; node; node = node->next) {
        if (node->key <= before)
            return false;
        before = node->key;
    }
    return true;
}
