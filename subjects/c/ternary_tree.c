/* N-ary trees, here ternary (document 003, Table 1). The root lies inside of the tree, so no
   pointer leads to it. */

#include <stdbool.h>
#include <stddef.h>

enum { CHILDREN = 3, MAX_NODES = 1024 };

struct node {
    struct node *children[CHILDREN];
};

struct tree {
    struct node root;
    int size;
};

struct nodes {
    struct node *at[MAX_NODES];
    int count;
};

/* Adds a node; false if it is there already. */
static bool add(struct nodes *nodes, struct node *node)
{
    for (int i = 0; i < nodes->count; i++)
        if (nodes->at[i] == node)
            return false;
    if (nodes->count == MAX_NODES)
        return false;
    nodes->at[nodes->count++] = node;
    return true;
}

bool rep_ok(struct tree *tree)
{
    struct nodes nodes;
    nodes.count = 0;
    add(&nodes, &tree->root);
    /* The nodes are also the queue of a breadth-first walk. */
    for (int i = 0; i < nodes.count; i++)
        for (int c = 0; c < CHILDREN; c++) {
            struct node *child = nodes.at[i]->children[c];
            if (child && !add(&nodes, child))
                return false;
        }
    return tree->size == nodes.count;
}
