/* A disjoint set as a linked list whose elements know its head (document 003, Table 1). */

#include <stdbool.h>
#include <stdlib.h>

struct node {
    struct node *rep;
    struct node *next;
    int data;
};

struct disjoint_set {
    struct node *head;
    struct node *tail;
    int size;
};

enum { MAX_NODES = 1024 };

bool rep_ok(struct disjoint_set *set)
{
    struct node *nodes[MAX_NODES];
    int count = 0;

    if (!set->head)
        return !set->tail && set->size == 0;
    for (struct node *node = set->head; node; node = node->next) {
        for (int i = 0; i < count; i++)
            if (nodes[i] == node)
                return false;
        if (node->rep != set->head || count == MAX_NODES)
            return false;
        nodes[count++] = node;
    }
    if (set->tail != nodes[count - 1] || set->size != count)
        return false;
    for (int i = 0; i < count; i++) {
        int data = nodes[i]->data;
        for (int j = 0; j < i; j++)
            if (nodes[j]->data == data)
                return false;
    }
    return true;
}

/* Adds an element; false if it is there already or there is no memory or no room. */
bool disjoint_set_add(struct disjoint_set *set, int x)
{
    if (set->size >= MAX_NODES)
        return false;
    for (struct node *node = set->head; node; node = node->next)
        if (node->data == x)
            return false;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->rep = set->head ? set->head : node;
    node->next = NULL;
    node->data = x;
    if (set->tail)
        set->tail->next = node;
    else
        set->head = node;
    set->tail = node;
    set->size++;
    return true;
}

/* Whether two sets have no element in common. */
static bool are_disjoint(const struct disjoint_set *a, const struct disjoint_set *b)
{
    for (const struct node *i = a->head; i; i = i->next)
        for (const struct node *j = b->head; j; j = j->next)
            if (i->data == j->data)
                return false;
    return true;
}

/* Before `disjoint_set_merge`: both are sets, without an element in common. */
bool can_merge(struct disjoint_set *a, struct disjoint_set *b)
{
    return rep_ok(a) && rep_ok(b) && are_disjoint(a, b);
}

/* Moves the elements of `b` behind those of `a`. */
void disjoint_set_merge(struct disjoint_set *a, struct disjoint_set *b)
{
    if (!b->head)
        return;
    if (a->tail)
        a->tail->next = b->head;
    else
        a->head = b->head;
    for (struct node *node = b->head; node; node = node->next)
        node->rep = a->head;
    a->tail = b->tail;
    a->size += b->size;
    b->head = NULL;
    b->tail = NULL;
    b->size = 0;
}

/* Whether an element is in a set. */
static bool has(const struct disjoint_set *set, int x)
{
    const struct node *node = set->head;
    while (node && node->data != x)
        node = node->next;
    return node;
}

/* Whether every element of a set is also in another. */
static bool are_kept(const struct disjoint_set *old, const struct disjoint_set *set)
{
    for (const struct node *node = old->head; node; node = node->next)
        if (!has(set, node->data))
            return false;
    return true;
}

/* After `disjoint_set_add`: the elements are those before and `x`. */
bool added(const struct disjoint_set *old, const struct disjoint_set *set, int x, bool result)
{
    return result == !has(old, x) && set->size == old->size + result && has(set, x)
        && are_kept(old, set);
}

/* After `disjoint_set_merge`: both are sets, `a` has the elements of both, `b` none. */
bool merged(const struct disjoint_set *old_a, const struct disjoint_set *old_b,
    struct disjoint_set *a, struct disjoint_set *b)
{
    return rep_ok(a) && rep_ok(b) && b->size == 0 && a->size == old_a->size + old_b->size
        && are_kept(old_a, a) && are_kept(old_b, a);
}
