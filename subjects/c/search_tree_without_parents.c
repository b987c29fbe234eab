/* Search trees without parent pointers (document 003, Table 1; document 001, section 4.2). */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    struct node *left;
    struct node *right;
    int info;
};

struct search_tree {
    struct node *root;
    int size;
};

enum { MAX_NODES = 1024 };

struct nodes {
    struct node *at[MAX_NODES];
    int count;
};

/* Adds a node, if there is one; false if it is there already. */
static bool add(struct nodes *nodes, struct node *node)
{
    if (!node)
        return true;
    for (int i = 0; i < nodes->count; i++)
        if (nodes->at[i] == node)
            return false;
    if (nodes->count == MAX_NODES)
        return false;
    nodes->at[nodes->count++] = node;
    return true;
}

static bool in_order(struct node *node, int min, int max)
{
    if (!node)
        return true;
    if (node->info < min || node->info > max)
        return false;
    return in_order(node->left, min, node->info - 1) && in_order(node->right, node->info + 1, max);
}

bool rep_ok(struct search_tree *tree)
{
    struct nodes nodes;
    nodes.count = 0;
    add(&nodes, tree->root);
    /* The nodes are also the queue of a breadth-first walk. */
    for (int i = 0; i < nodes.count; i++)
        if (!add(&nodes, nodes.at[i]->left) || !add(&nodes, nodes.at[i]->right))
            return false;
    return tree->size == nodes.count && in_order(tree->root, INT_MIN, INT_MAX);
}
