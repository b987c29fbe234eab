/* Search trees with parent pointers (document 000, Figures 1-3). */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    struct node *left;
    struct node *right;
    struct node *parent;
    int data;
};

struct bst {
    struct node *root;
    int size;
};

enum { MAX_NODES = 64 };

struct visit {
    struct node *node;
    int min, max;
};

bool rep_ok(struct bst *tree)
{
    struct node *visited[MAX_NODES];
    int visited_count = 0;
    struct visit worklist[MAX_NODES];
    int pending = 0;

    if (tree->root) {
        visited[visited_count++] = tree->root;
        worklist[pending++] = (struct visit){tree->root, INT_MIN, INT_MAX};
    }
    while (pending > 0) {
        struct visit at = worklist[--pending];
        struct node *c = at.node;
        if (c->data < at.min || c->data > at.max)
            return false;
        for (int side = 0; side < 2; side++) {
            struct node *child = side == 0 ? c->left : c->right;
            if (!child)
                continue;
            for (int i = 0; i < visited_count; i++)
                if (visited[i] == child)
                    return false;
            if (child->parent != c || visited_count == MAX_NODES)
                return false;
            visited[visited_count++] = child;
            worklist[pending++] = side == 0 ? (struct visit){child, at.min, c->data - 1}
                                            : (struct visit){child, c->data + 1, at.max};
        }
    }
    return tree->size == visited_count;
}
