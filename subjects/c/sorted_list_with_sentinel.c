/* Sorted singly linked lists behind a sentinel (document 001, section 4.2). */

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

struct sorted_list {
    struct node *header; /* the sentinel; its data means nothing */
    int size;            /* without the sentinel */
};

bool rep_ok(struct sorted_list *list)
{
    struct node *sentinel = list->header;
    if (!sentinel)
        return false;
    /* A walk in a circle meets the marked node again; the mark moves on at 1, 2, 4, ... nodes. */
    struct node *marked = sentinel;
    int count = 0;
    int next_mark = 1;
    for (struct node *node = sentinel->next; node; node = node->next) {
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
    for (struct node *node = sentinel->next; node; node = node->next) {
        if (node->data <= before)
            return false;
        before = node->data;
    }
    return true;
}

/* The node behind which a key belongs; it may be the sentinel. */
static struct node *before(struct sorted_list *list, int x)
{
    struct node *node = list->header;
    while (node->next && node->next->data < x)
        node = node->next;
    return node;
}

/* Inserts a key; false if it is there already or there is no memory. */
bool sorted_list_insert(struct sorted_list *list, int x)
{
    struct node *at = before(list, x);
    if (at->next && at->next->data == x)
        return false;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->next = at->next;
    node->data = x;
    at->next = node;
    list->size++;
    return true;
}

/* Removes a key; false if it is not there. */
bool sorted_list_remove(struct sorted_list *list, int x)
{
    struct node *at = before(list, x);
    struct node *node = at->next;
    if (!node || node->data != x)
        return false;
    at->next = node->next;
    free(node);
    list->size--;
    return true;
}

static bool has(const struct sorted_list *list, int x)
{
    const struct node *node = list->header->next;
    while (node && node->data != x)
        node = node->next;
    return node;
}

/* Whether every key of a list, but for `x`, is also in another. */
static bool are_kept(const struct sorted_list *old, const struct sorted_list *list, int x)
{
    for (const struct node *node = old->header->next; node; node = node->next)
        if (node->data != x && !has(list, node->data))
            return false;
    return true;
}

/* After `sorted_list_insert`: the keys are those before and `x`. */
bool inserted(const struct sorted_list *old, const struct sorted_list *list, int x, bool result)
{
    return result == !has(old, x) && list->size == old->size + result && has(list, x)
        && are_kept(old, list, x);
}

/* After `sorted_list_remove`: the keys are those before without `x`. */
bool removed(const struct sorted_list *old, const struct sorted_list *list, int x, bool result)
{
    return result == has(old, x) && list->size == old->size - result && !has(list, x)
        && are_kept(old, list, x);
}
