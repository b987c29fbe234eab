/* Height-balanced search trees with parent pointers (document 002, Table 1). */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
    struct node *left;
    struct node *right;
    struct node *parent;
    int elem;
};

struct balanced_tree {
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

/* The height of a balanced tree; -1 if it is not balanced. */
static int height(struct node *node)
{
    if (!node)
        return 0;
    int left = height(node->left);
    int right = height(node->right);
    if (left < 0 || right < 0 || abs(left - right) > 1)
        return -1;
    return 1 + (left > right ? left : right);
}

static bool in_order(struct node *node, int min, int max)
{
    if (!node)
        return true;
    if (node->elem < min || node->elem > max)
        return false;
    return in_order(node->left, min, node->elem - 1) && in_order(node->right, node->elem + 1, max);
}

/* Whether the parents of the nodes are those that have them as children. */
static bool parents_fit(struct nodes *nodes)
{
    if (nodes->count > 0 && nodes->at[0]->parent)
        return false;
    for (int i = 0; i < nodes->count; i++) {
        struct node *node = nodes->at[i];
        if (node->left && node->left->parent != node)
            return false;
        if (node->right && node->right->parent != node)
            return false;
    }
    return true;
}

bool rep_ok(struct balanced_tree *tree)
{
    struct nodes nodes;
    nodes.count = 0;
    add(&nodes, tree->root);
    /* The nodes are also the queue of a breadth-first walk. */
    for (int i = 0; i < nodes.count; i++)
        if (!add(&nodes, nodes.at[i]->left) || !add(&nodes, nodes.at[i]->right))
            return false;
    return tree->size == nodes.count && height(tree->root) >= 0
        && in_order(tree->root, INT_MIN, INT_MAX) && parents_fit(&nodes);
}
