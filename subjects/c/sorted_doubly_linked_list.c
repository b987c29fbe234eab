/* Sorted doubly linked lists (document 000, Table II). */

#include <stdbool.h>
#include <stddef.h>

struct node {
    struct node *next;
    struct node *prev;
    int data;
};

struct list {
    struct node *head;
    int size;
};

bool rep_ok(struct list *list)
{
    int count = 0;
    struct node *node = list->head;
    while (node) {
        count++;
        struct node *next = node->next;
        /* Growing data means that the list never comes back. */
        if (next && (node->data >= next->data || next->prev != node))
            return false;
        node = next;
    }
    return list->size == count;
}
