/*
 * Checks the red-black trees of libbsd's <sys/tree.h> on every red-black tree.
 *
 *     pikse check rb_tree.c
 *
 * Pikse generates the nodes as RB_ENTRY declares them. Children, parent and colour are
 * ordinary pointers and ints, so the predicate must say which values are valid.
 */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include <bsd/sys/tree.h>
#include <pikse.h>

struct node {
    RB_ENTRY(node) link;
    int key;
};
RB_HEAD(tree, node);

static int compare(struct node *a, struct node *b)
{
    return (a->key > b->key) - (a->key < b->key);
}
RB_GENERATE(tree, node, link, compare)

/* The number of black nodes on every path down, or -1 if the subtree is not valid. */
static int black_height(struct node *node, struct node *parent, int min, int max)
{
    if (!node)
        return 0;
    /* Each node has one parent, so this also rules out cycles. */
    if (RB_PARENT(node, link) != parent || node->key < min || node->key > max)
        return -1;
    int left = black_height(RB_LEFT(node, link), node, min, node->key - 1);
    if (left < 0)
        return -1;
    int right = black_height(RB_RIGHT(node, link), node, node->key + 1, max);
    if (left != right)
        return -1;
    bool red = RB_COLOR(node, link) == RB_RED;
    if (red && (!parent || RB_COLOR(parent, link) == RB_RED))
        return -1;
    return left + !red;
}

bool rep_ok(struct tree *tree)
{
    return black_height(RB_ROOT(tree), NULL, INT_MIN, INT_MAX) >= 0;
}

/* The set of keys, as bits. */
static unsigned keys(struct tree *tree)
{
    unsigned set = 0;
    struct node *node;
    RB_FOREACH(node, tree, tree)
        set |= 1u << node->key;
    return set;
}

PIKSE_CHECK(insert, struct tree *tree, int x, struct tree *old)
{
    struct node new = {.key = x};
    struct node *there = RB_INSERT(tree, tree, &new);
    PIKSE_ASSERT(rep_ok(tree));
    PIKSE_ASSERT(keys(tree) == (keys(old) | 1u << x));
    /* A node with an equal key stays in the tree and is returned. */
    PIKSE_ASSERT((there != NULL) == (keys(old) >> x & 1));
    PIKSE_ASSERT(RB_FIND(tree, tree, &new) == (there ? there : &new));
}
PIKSE_BOUNDS(insert, "size=6 range:node.link.rbe_color=0..1 x=0..7")

PIKSE_CHECK(remove, struct tree *tree, int x, struct tree *old)
{
    struct node like = {.key = x};
    struct node *node = RB_FIND(tree, tree, &like);
    PIKSE_ASSERT((node != NULL) == (keys(old) >> x & 1));
    if (!node)
        return;
    PIKSE_ASSERT(RB_REMOVE(tree, tree, node) == node);
    PIKSE_ASSERT(rep_ok(tree));
    PIKSE_ASSERT(keys(tree) == (keys(old) & ~(1u << x)));
}
PIKSE_BOUNDS(remove, "size=6 range:node.link.rbe_color=0..1 x=0..6")

/* Iteration in both directions, minimum, maximum, and RB_NFIND: the first key >= x. */
PIKSE_CHECK(walk, struct tree *tree, int x)
{
    struct node *last = NULL, *node, *at_least = NULL, like = {.key = x};
    RB_FOREACH(node, tree, tree) {
        PIKSE_ASSERT(RB_PREV(tree, tree, node) == last);
        PIKSE_ASSERT(!last || last->key < node->key);
        if (!at_least && node->key >= x)
            at_least = node;
        last = node;
    }
    PIKSE_ASSERT(RB_MAX(tree, tree) == last);
    PIKSE_ASSERT(!last || !RB_PREV(tree, tree, RB_MIN(tree, tree)));
    PIKSE_ASSERT(RB_NFIND(tree, tree, &like) == at_least);
}
PIKSE_BOUNDS(walk, "size=6 range:node.link.rbe_color=0..1 x=0..7")

/* The loop from the manual that removes nodes during iteration. */
PIKSE_CHECK(remove_while_walking, struct tree *tree, bool odd, struct tree *old)
{
    struct node *node, *next;
    RB_FOREACH_SAFE(node, tree, tree, next)
        if ((node->key & 1) == odd) {
            RB_REMOVE(tree, tree, node);
            PIKSE_ASSERT(rep_ok(tree));
        }
    PIKSE_ASSERT(keys(tree) == (keys(old) & (odd ? 0x55555555u : 0xaaaaaaaau)));
}
PIKSE_BOUNDS(remove_while_walking, "size=6 range:node.link.rbe_color=0..1")
