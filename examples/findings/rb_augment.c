/*
 * Finding: RB_AUGMENT of libbsd's <sys/tree.h> (0.11.7) is not called for all nodes whose
 * subtree changed.
 *
 *     pikse check rb_augment.c
 *
 * The macro updates data that a node keeps about its subtree; here, the number of nodes.
 * RB_INSERT calls it for the parent of the new node and where it rotates, but not for the
 * nodes above. The manual does not mention the macro, so this breaks no promise. Users must
 * update the nodes up to the root themselves.
 */
#include <stdbool.h>
#include <stddef.h>

#include <pikse.h>

#define RB_AUGMENT(node) count(node)
#include <bsd/sys/tree.h>

struct node {
    RB_ENTRY(node) link;
    int key;
    int count;
};
RB_HEAD(tree, node);

static void count(struct node *node)
{
    struct node *left = RB_LEFT(node, link), *right = RB_RIGHT(node, link);
    node->count = 1 + (left ? left->count : 0) + (right ? right->count : 0);
}

static int compare(struct node *a, struct node *b)
{
    return (a->key > b->key) - (a->key < b->key);
}
RB_GENERATE(tree, node, link, compare)

/* The number of nodes, or -1 if some node has a wrong count. */
static int counted(struct node *node)
{
    if (!node)
        return 0;
    int left = counted(RB_LEFT(node, link)), right = counted(RB_RIGHT(node, link));
    return left < 0 || right < 0 || node->count != 1 + left + right ? -1 : node->count;
}

/* Inserts four keys. RB_INSERT ignores a key that is already in the tree. */
PIKSE_CHECK(insert_counts, int a, int b, int c, int d)
{
    struct node nodes[] = {{.key = a}, {.key = b}, {.key = c}, {.key = d}};
    struct tree tree = RB_INITIALIZER(&tree);
    for (int i = 0; i < 4; i++) {
        nodes[i].count = 1;
        RB_INSERT(tree, &tree, &nodes[i]);
        PIKSE_ASSERT(counted(RB_ROOT(&tree)) > 0);
    }
}
PIKSE_BOUNDS(insert_counts, "size=4 a=1..n b=1..n c=1..n d=1..n")
