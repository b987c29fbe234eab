/* Red-black trees, checked in one pass over the nodes (document 000, Table II). */

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
};

struct red_black_tree {
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

bool rep_ok(struct red_black_tree *tree)
{
    struct node *visited[MAX_NODES];
    int visited_count = 0;
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
    return tree->size == visited_count;
}
