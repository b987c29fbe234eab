/* Sorted doubly linked lists (document 000, Table II). */

#include <stdbool.h>
#include <stdlib.h>

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

/* Inserts a key; false if it is there already or there is no memory. */
bool list_insert(struct list *list, int x)
{
    struct node *before = NULL;
    struct node *after = list->head;
    while (after && after->data < x) {
        before = after;
        after = after->next;
    }
    if (after && after->data == x)
        return false;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->next = after;
    node->prev = before;
    node->data = x;
    if (before)
        before->next = node;
    else
        list->head = node;
    if (after)
        after->prev = node;
    list->size++;
    return true;
}

/* Removes a key; false if it is not there. */
bool list_remove(struct list *list, int x)
{
    struct node *node = list->head;
    while (node && node->data < x)
        node = node->next;
    if (!node || node->data != x)
        return false;
    if (node == list->head)
        list->head = node->next;
    else
        node->prev->next = node->next;
    if (node->next)
        node->next->prev = node->prev;
    free(node);
    list->size--;
    return true;
}

static bool has(const struct list *list, int x)
{
    const struct node *node = list->head;
    while (node && node->data != x)
        node = node->next;
    return node;
}

/* Whether every key of a list, but for `x`, is also in another. */
static bool are_kept(const struct list *old, const struct list *list, int x)
{
    for (const struct node *node = old->head; node; node = node->next)
        if (node->data != x && !has(list, node->data))
            return false;
    return true;
}

/* After `list_insert`: the keys are those before and `x`. */
bool inserted(const struct list *old, const struct list *list, int x, bool result)
{
    return result == !has(old, x) && list->size == old->size + result && has(list, x)
        && are_kept(old, list, x);
}

/* After `list_remove`: the keys are those before without `x`. */
bool removed(const struct list *old, const struct list *list, int x, bool result)
{
    return result == has(old, x) && list->size == old->size - result && !has(list, x)
        && are_kept(old, list, x);
}
