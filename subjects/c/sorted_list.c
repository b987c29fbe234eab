/* Sorted singly linked lists (document 003, Table 1). */

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

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

/* Inserts a key; false if it is there already or there is no memory. */
bool sorted_list_insert(struct sorted_list *list, int x)
{
    struct node **link = &list->head;
    while (*link && (*link)->key < x)
        link = &(*link)->next;
    if (*link && (*link)->key == x)
        return false;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->next = *link;
    node->key = x;
    *link = node;
    list->size++;
    return true;
}

/* Removes a key; false if it is not there. */
bool sorted_list_remove(struct sorted_list *list, int x)
{
    struct node **link = &list->head;
    while (*link && (*link)->key < x)
        link = &(*link)->next;
    struct node *node = *link;
    if (!node || node->key != x)
        return false;
    *link = node->next;
    free(node);
    list->size--;
    return true;
}

/* Moves the keys of `b` to `a`. Of a key that both have, the node of `b` is freed. */
void sorted_list_merge(struct sorted_list *a, struct sorted_list *b)
{
    struct node **link = &a->head;
    struct node *node = b->head;
    while (node) {
        struct node *next = node->next;
        while (*link && (*link)->key < node->key)
            link = &(*link)->next;
        if (*link && (*link)->key == node->key) {
            free(node);
        } else {
            node->next = *link;
            *link = node;
            a->size++;
        }
        node = next;
    }
    b->head = NULL;
    b->size = 0;
}

static bool has(const struct sorted_list *list, int x)
{
    const struct node *node = list->head;
    while (node && node->key != x)
        node = node->next;
    return node;
}

/* Whether every key of a list, but for `x`, is also in another. */
static bool are_kept(const struct sorted_list *old, const struct sorted_list *list, int x)
{
    for (const struct node *node = old->head; node; node = node->next)
        if (node->key != x && !has(list, node->key))
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

/* After `sorted_list_merge`: both are lists, `a` has the keys that one of them had, `b` none. */
bool merged(const struct sorted_list *old_a, const struct sorted_list *old_b, struct sorted_list *a,
    struct sorted_list *b)
{
    if (!rep_ok(a) || !rep_ok(b) || b->size != 0)
        return false;
    int more = 0;
    for (const struct node *node = old_b->head; node; node = node->next) {
        if (!has(a, node->key))
            return false;
        more += !has(old_a, node->key);
    }
    for (const struct node *node = old_a->head; node; node = node->next)
        if (!has(a, node->key))
            return false;
    return a->size == old_a->size + more;
}
