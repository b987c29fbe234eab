/* Search trees without parent pointers (document 003, Table 1; document 001, section 4.2). */

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

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

/* The place of a key: the link to its node, or the empty link where it would be. */
static struct node **place_of(struct search_tree *tree, int x)
{
    struct node **link = &tree->root;
    while (*link && (*link)->info != x)
        link = x < (*link)->info ? &(*link)->left : &(*link)->right;
    return link;
}

/* Adds a key; false if it is there already or there is no memory. */
bool search_tree_add(struct search_tree *tree, int x)
{
    struct node **link = place_of(tree, x);
    if (*link)
        return false;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->left = NULL;
    node->right = NULL;
    node->info = x;
    *link = node;
    tree->size++;
    return true;
}

/* Removes a key; false if it is not there. */
bool search_tree_remove(struct search_tree *tree, int x)
{
    struct node **link = place_of(tree, x);
    struct node *node = *link;
    if (!node)
        return false;
    if (!node->left) {
        *link = node->right;
    } else if (!node->right) {
        *link = node->left;
    } else {
        /* The greatest node on the left takes the place of the one that goes. */
        struct node **last = &node->left;
        while ((*last)->right)
            last = &(*last)->right;
        struct node *before = *last;
        *last = before->left;
        before->left = node->left;
        before->right = node->right;
        *link = before;
    }
    free(node);
    tree->size--;
    return true;
}

static bool has(const struct node *node, int x)
{
    while (node && node->info != x)
        node = x < node->info ? node->left : node->right;
    return node;
}

/* Whether every key at and below a node, but for `x`, is also below `root`. */
static bool are_kept(const struct node *node, const struct node *root, int x)
{
    if (!node)
        return true;
    return (node->info == x || has(root, node->info)) && are_kept(node->left, root, x)
        && are_kept(node->right, root, x);
}

/* After `search_tree_add`: the keys are those before and `x`. */
bool added(const struct search_tree *old, const struct search_tree *tree, int x, bool result)
{
    return result == !has(old->root, x) && tree->size == old->size + result && has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}

/* After `search_tree_remove`: the keys are those before without `x`. */
bool removed(const struct search_tree *old, const struct search_tree *tree, int x, bool result)
{
    return result == has(old->root, x) && tree->size == old->size - result && !has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}
