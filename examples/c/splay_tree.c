/*
 * Checks the splay trees of libbsd's <sys/tree.h> on every binary search tree. Any search
 * tree is a possible state of a splay tree.
 *
 *     pikse check splay_tree.c
 */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include <bsd/sys/tree.h>
#include <pikse.h>

struct node {
    SPLAY_ENTRY(node) link;
    int key;
};
SPLAY_HEAD(tree, node);

static int compare(struct node *a, struct node *b)
{
    return (a->key > b->key) - (a->key < b->key);
}
SPLAY_PROTOTYPE(tree, node, link, compare)
SPLAY_GENERATE(tree, node, link, compare)

/* Keys in strict order are distinct, so this also rules out cycles. */
static bool in_order(struct node *node, int min, int max)
{
    return !node
           || (min <= node->key && node->key <= max
               && in_order(SPLAY_LEFT(node, link), min, node->key - 1)
               && in_order(SPLAY_RIGHT(node, link), node->key + 1, max));
}

bool rep_ok(struct tree *tree)
{
    return in_order(SPLAY_ROOT(tree), INT_MIN, INT_MAX);
}

/* The set of keys, as bits. Unlike SPLAY_FOREACH, this does not change the tree. */
static unsigned keys_below(struct node *node)
{
    if (!node)
        return 0;
    return keys_below(SPLAY_LEFT(node, link)) | keys_below(SPLAY_RIGHT(node, link))
           | 1u << node->key;
}

static unsigned keys(struct tree *tree)
{
    return keys_below(SPLAY_ROOT(tree));
}

PIKSE_CHECK(insert, struct tree *tree, int x, struct tree *old)
{
    struct node new = {.key = x};
    struct node *there = SPLAY_INSERT(tree, tree, &new);
    PIKSE_ASSERT(rep_ok(tree));
    PIKSE_ASSERT(keys(tree) == (keys(old) | 1u << x));
    PIKSE_ASSERT((there != NULL) == (keys(old) >> x & 1));
    PIKSE_ASSERT(SPLAY_ROOT(tree) == (there ? there : &new));
}
PIKSE_BOUNDS(insert, "size=6 x=0..7")

PIKSE_CHECK(remove, struct tree *tree, int x, struct tree *old)
{
    struct node like = {.key = x};
    struct node *node = SPLAY_FIND(tree, tree, &like);
    PIKSE_ASSERT((node != NULL) == (keys(old) >> x & 1));
    PIKSE_ASSERT(SPLAY_REMOVE(tree, tree, node ? node : &like) == node);
    PIKSE_ASSERT(rep_ok(tree));
    PIKSE_ASSERT(keys(tree) == (keys(old) & ~(1u << x)));
}
PIKSE_BOUNDS(remove, "size=6 x=0..6")

/* Each step of SPLAY_FOREACH changes the tree. No step may lose a node or break the order. */
PIKSE_CHECK(walk, struct tree *tree, struct tree *old)
{
    struct node *node, *last = NULL;
    unsigned met = 0;
    SPLAY_FOREACH(node, tree, tree) {
        PIKSE_ASSERT(rep_ok(tree));
        PIKSE_ASSERT(!last || last->key < node->key);
        met |= 1u << node->key;
        last = node;
    }
    PIKSE_ASSERT(met == keys(old) && keys(tree) == keys(old));
    PIKSE_ASSERT(SPLAY_MAX(tree, tree) == last);
    PIKSE_ASSERT(rep_ok(tree) && keys(tree) == keys(old));
}
PIKSE_BOUNDS(walk, "size=6")
