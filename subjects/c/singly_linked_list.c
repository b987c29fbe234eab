/* Singly linked lists (document 003, Figure 1). */

#include <stdbool.h>
#include <stdlib.h>

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

/* Inserts a node so that `x` nodes are before it; false if there are not so many, or no memory. */
bool list_insert(struct list *list, int x)
{
    if (x < 0 || x > list->size)
        return false;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    struct node **link = &list->header;
    for (int i = 0; i < x; i++)
        link = &(*link)->next;
    node->next = *link;
    *link = node;
    list->size++;
    return true;
}

/* Removes the node that has `x` nodes before it; false if there is none. */
bool list_remove(struct list *list, int x)
{
    if (x < 0 || x >= list->size)
        return false;
    struct node **link = &list->header;
    for (int i = 0; i < x; i++)
        link = &(*link)->next;
    struct node *node = *link;
    *link = node->next;
    free(node);
    list->size--;
    return true;
}

/* Turns a list round. */
void list_reverse(struct list *list)
{
    struct node *before = NULL;
    struct node *node = list->header;
    while (node) {
        struct node *next = node->next;
        node->next = before;
        before = node;
        node = next;
    }
    list->header = before;
}

/* Moves the nodes of `b` behind those of `a`. */
void list_append(struct list *a, struct list *b)
{
    struct node **link = &a->header;
    while (*link)
        link = &(*link)->next;
    *link = b->header;
    a->size += b->size;
    b->header = NULL;
    b->size = 0;
}

/* After `list_insert`: there is one node more, if the place was there. */
bool inserted(const struct list *old, const struct list *list, int x, bool result)
{
    return result == (x >= 0 && x <= old->size) && list->size == old->size + result;
}

/* After `list_remove`: there is one node less, if it was there. */
bool removed(const struct list *old, const struct list *list, int x, bool result)
{
    return result == (x >= 0 && x < old->size) && list->size == old->size - result;
}

/* After `list_reverse`: the last node comes first. Nodes hold nothing, so their number is all
   that can be seen from outside. */
bool reversed(const struct list *old, const struct list *list)
{
    return list->size == old->size;
}

/* After `list_append`: all nodes are in `a`, and both are lists. */
bool appended(const struct list *old_a, const struct list *old_b, struct list *a, struct list *b)
{
    return rep_ok(a) && rep_ok(b) && a->size == old_a->size + old_b->size && b->size == 0;
}
