/*
 * The red-black trees of libbsd's <sys/tree.h>, on every red-black tree.
 *
 *     pikse check rb_tree.c
 *
 * The nodes are generated as RB_ENTRY declares them: children, parent and colour are
 * pointers and ints like any other, so the predicate says what they have to be.
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

/* The black nodes on every way down; -1 if something is wrong below. */
static int black_height(struct node *node, struct node *parent, int min, int max)
{
    if (!node)
        return 0;
    /* A node is met with the one parent that it has, so none is met twice. */
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

/* The keys as a set of bits. */
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
    /* The node that was there stays, and is what comes back. */
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

/* Both directions, both ends, and the first key that is not smaller. */
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

/* The loop that the manual shows for emptying a tree. */
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
