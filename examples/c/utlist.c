/*
 * Checks the doubly linked lists of uthash's <utlist.h> on every list.
 *
 *     pikse check utlist.c
 *
 * A list is a pointer to its first node. `prev` of the first node is the last node, and
 * `next` of the last node is NULL. Pikse needs a struct around the pointer.
 */
#include <stdbool.h>
#include <stddef.h>

#include <pikse.h>
#include <utlist.h>

struct node {
    struct node *prev, *next;
    int key;
};
struct list {
    struct node *head;
};

/* Reads every key on purpose: a field that the predicate does not read keeps its first
 * value, so all keys would be equal. */
bool rep_ok(struct list *list)
{
    struct node *last = NULL;
    for (struct node *node = list->head; node; last = node, node = node->next) {
        /* In a cycle, a node would be reached from two nodes but has one `prev`. */
        if (last && (node == list->head || node->prev != last))
            return false;
        if (node->key < 0)
            return false;
    }
    return !last || list->head->prev == last;
}

/* For DL_SORT and DL_INSERT_INORDER. */
static int compare(struct node *a, struct node *b)
{
    return (a->key > b->key) - (a->key < b->key);
}

static bool is_sorted(struct list *list)
{
    for (struct node *node = list->head; node && node->next; node = node->next)
        if (node->key > node->next->key)
            return false;
    return true;
}

static bool has(struct list *list, struct node *wanted)
{
    struct node *node;
    DL_FOREACH(list->head, node)
        if (node == wanted)
            return true;
    return false;
}

static int length(struct list *list)
{
    int count;
    struct node *node;
    DL_COUNT(list->head, node, count);
    return count;
}

/* The node at an index, or NULL. */
static struct node *at(struct list *list, int index)
{
    struct node *node = list->head;
    while (node && index-- > 0)
        node = node->next;
    return node;
}

/* Whether the nodes from `from` on begin with the keys of `keys`. */
static bool has_keys(struct node *from, struct list *keys)
{
    struct node *node;
    DL_FOREACH(keys->head, node) {
        if (!from || from->key != node->key)
            return false;
        from = from->next;
    }
    return true;
}

PIKSE_CHECK(append_and_prepend, struct list *list, bool append, struct list *old)
{
    struct node new = {.key = 9};
    if (append)
        DL_APPEND(list->head, &new);
    else
        DL_PREPEND(list->head, &new);
    PIKSE_ASSERT(rep_ok(list) && length(list) == length(old) + 1);
    PIKSE_ASSERT((append ? list->head->prev : list->head) == &new);
    PIKSE_ASSERT(has_keys(append ? list->head : list->head->next, old));
}
PIKSE_BOUNDS(append_and_prepend, "size=5 range:node.key=1..2")

/* Inserts before or after any node; see below for NULL. */
PIKSE_CHECK(insert_beside, struct list *list, int i, bool after)
{
    struct node new = {.key = 9}, *beside = at(list, i);
    int count = length(list);
    if (after)
        DL_APPEND_ELEM(list->head, beside, &new);
    else
        DL_PREPEND_ELEM(list->head, beside, &new);
    PIKSE_ASSERT(rep_ok(list) && length(list) == count + 1);
    if (beside)
        PIKSE_ASSERT(after ? beside->next == &new : new.next == beside);
    else
        /* Documented: for NULL, the new node becomes the first or the last. */
        PIKSE_ASSERT((after ? list->head : list->head->prev) == &new);
}
PIKSE_BOUNDS(insert_beside, "size=5 range:node.key=1 i=0..5")

PIKSE_CHECK(delete, struct list *list, int i)
{
    struct node *gone = at(list, i);
    int count = length(list);
    if (!gone)
        return;
    struct node *next = gone->next;
    DL_DELETE(list->head, gone);
    PIKSE_ASSERT(rep_ok(list) && length(list) == count - 1 && !has(list, gone));
    PIKSE_ASSERT(at(list, i) == next);
}
PIKSE_BOUNDS(delete, "size=6 range:node.key=1 i=0..5")

PIKSE_CHECK(delete_while_walking, struct list *list, int key)
{
    struct node *node, *next;
    int keep = 0;
    DL_FOREACH(list->head, node)
        keep += node->key != key;
    DL_FOREACH_SAFE(list->head, node, next)
        if (node->key == key)
            DL_DELETE(list->head, node);
    PIKSE_ASSERT(rep_ok(list) && length(list) == keep);
    DL_FOREACH(list->head, node)
        PIKSE_ASSERT(node->key != key);
}
PIKSE_BOUNDS(delete_while_walking, "size=6 range:node.key=1..2 key=1..2")

PIKSE_CHECK(concat, struct list *a, struct list *b, struct list *old_a, struct list *old_b)
{
    DL_CONCAT(a->head, b->head);
    PIKSE_ASSERT(rep_ok(a) && length(a) == length(old_a) + length(old_b));
    PIKSE_ASSERT(has_keys(a->head, old_a) && has_keys(at(a, length(old_a)), old_b));
}
PIKSE_BOUNDS(concat, "size=4 range:node.key=1..2")

/* The sort is stable: nodes with equal keys keep their order. */
PIKSE_CHECK(sort, struct list *list)
{
    struct node *nodes[8], *node;
    int count = 0;
    DL_FOREACH(list->head, node)
        nodes[count++] = node;
    DL_SORT(list->head, compare);
    PIKSE_ASSERT(rep_ok(list) && is_sorted(list) && length(list) == count);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (nodes[i]->key == nodes[j]->key) {
                for (node = nodes[i]; node && node != nodes[j]; node = node->next)
                    ;
                PIKSE_ASSERT(node == nodes[j]);
            }
}
PIKSE_BOUNDS(sort, "size=6 range:node.key=1..3")

PIKSE_PRE(insert_in_order, struct list *list) { return rep_ok(list) && is_sorted(list); }
PIKSE_CHECK(insert_in_order, struct list *list, int key)
{
    struct node new = {.key = key};
    int count = length(list);
    DL_INSERT_INORDER(list->head, &new, compare);
    PIKSE_ASSERT(rep_ok(list) && is_sorted(list) && length(list) == count + 1);
    PIKSE_ASSERT(has(list, &new));
}
PIKSE_BOUNDS(insert_in_order, "size=6 range:node.key=1..3 key=0..4")
