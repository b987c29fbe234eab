/* Order-statistics trees (document 000, Table II): red-black trees whose nodes know how many nodes
   are at and below them. */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum color { RED, BLACK };

struct node {
    struct node *left;
    struct node *right;
    struct node *parent;
    enum color color;
    int key;
    int size;
};

struct order_statistics_tree {
    struct node *root;
    int size;
};

enum { MAX_NODES = 64 };

/* A node to look at: what its key may be, and how many black nodes are above it. */
struct visit {
    struct node *node;
    int min, max;
    int blacks;
};

static int size_of(struct node *node)
{
    return node ? node->size : 0;
}

bool rep_ok(struct order_statistics_tree *tree)
{
    struct node *visited[MAX_NODES];
    int visited_count = 0;
    struct node *order[MAX_NODES]; /* a node comes before its children */
    int ordered = 0;
    struct visit worklist[MAX_NODES];
    int pending = 0;
    int height = -1; /* black nodes on the first way down that ended */

    if (!tree->root)
        return tree->size == 0;
    if (tree->root->parent || tree->root->color == RED)
        return false;
    visited[visited_count++] = tree->root;
    worklist[pending++] = (struct visit){tree->root, INT_MIN, INT_MAX, 0};
    while (pending > 0) {
        struct visit at = worklist[--pending];
        struct node *c = at.node;
        order[ordered++] = c;
        if (c->key < at.min || c->key > at.max)
            return false;
        int blacks = at.blacks + (c->color == BLACK);
        for (int side = 0; side < 2; side++) {
            struct node *child = side == 0 ? c->left : c->right;
            if (!child) {
                if (height < 0)
                    height = blacks;
                if (height != blacks)
                    return false;
                continue;
            }
            for (int i = 0; i < visited_count; i++)
                if (visited[i] == child)
                    return false;
            if (child->parent != c || visited_count == MAX_NODES)
                return false;
            if (c->color == RED && child->color == RED)
                return false;
            visited[visited_count++] = child;
            worklist[pending++] = side == 0
                ? (struct visit){child, at.min, c->key - 1, blacks}
                : (struct visit){child, c->key + 1, at.max, blacks};
        }
    }
    if (tree->size != ordered)
        return false;
    for (int i = ordered - 1; i >= 0; i--)
        if (order[i]->size != 1 + size_of(order[i]->left) + size_of(order[i]->right))
            return false;
    return true;
}
