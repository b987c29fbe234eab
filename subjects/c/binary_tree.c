/* Binary trees (document 001, Figure 1.1; document 003, Table 1). */

#include <stdbool.h>
#include <stdlib.h>

struct node {
    struct node *left;
    struct node *right;
};

struct tree {
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

bool rep_ok(struct tree *tree)
{
    struct nodes nodes;
    nodes.count = 0;
    add(&nodes, tree->root);
    /* The nodes are also the queue of a breadth-first walk. */
    for (int i = 0; i < nodes.count; i++)
        if (!add(&nodes, nodes.at[i]->left) || !add(&nodes, nodes.at[i]->right))
            return false;
    return tree->size == nodes.count;
}

/* Swaps left and right everywhere. */
static void mirror(struct node *node)
{
    if (!node)
        return;
    struct node *left = node->left;
    node->left = node->right;
    node->right = left;
    mirror(node->left);
    mirror(node->right);
}

/* Turns a tree to its mirror image. */
void tree_mirror(struct tree *tree)
{
    mirror(tree->root);
}

/* Inserts a node at the first free place, level by level; false if there is no memory or no
   room. */
bool tree_insert(struct tree *tree)
{
    if (tree->size >= MAX_NODES)
        return false;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->left = NULL;
    node->right = NULL;
    struct nodes nodes;
    nodes.count = 0;
    add(&nodes, tree->root);
    struct node **link = &tree->root;
    for (int i = 0; *link; i++) {
        struct node *at = nodes.at[i];
        add(&nodes, at->left);
        add(&nodes, at->right);
        link = at->left ? &at->right : &at->left;
    }
    *link = node;
    tree->size++;
    return true;
}

/* Removes the leaf that is the last, level by level; false if there is none. */
bool tree_remove_leaf(struct tree *tree)
{
    if (!tree->root)
        return false;
    struct nodes nodes;
    nodes.count = 0;
    add(&nodes, tree->root);
    struct node **last = &tree->root;
    for (int i = 0; i < nodes.count; i++) {
        struct node *at = nodes.at[i];
        add(&nodes, at->left);
        add(&nodes, at->right);
        if (at->right)
            last = &at->right;
        else if (at->left)
            last = &at->left;
    }
    free(*last);
    *last = NULL;
    tree->size--;
    return true;
}

static bool are_mirrored(const struct node *a, const struct node *b)
{
    if (!a || !b)
        return a == b;
    return are_mirrored(a->left, b->right) && are_mirrored(a->right, b->left);
}

/* After `tree_mirror`: what was left is right. */
bool mirrored(const struct tree *old, const struct tree *tree)
{
    return tree->size == old->size && are_mirrored(old->root, tree->root);
}

/* How many nodes are only in the second of two trees that lie on each other; -1 if there is one
   that is only in the first. */
static int more_in(const struct node *a, const struct node *b)
{
    if (!b)
        return a ? -1 : 0;
    int left = more_in(a ? a->left : NULL, b->left);
    int right = more_in(a ? a->right : NULL, b->right);
    return left < 0 || right < 0 ? -1 : left + right + !a;
}

/* After `tree_insert`: there is one node more, and all others are where they were. */
bool inserted(const struct tree *old, const struct tree *tree, bool result)
{
    return result && tree->size == old->size + 1 && more_in(old->root, tree->root) == 1;
}

/* After `tree_remove_leaf`: there is one node less, and all others are where they were. */
bool removed(const struct tree *old, const struct tree *tree, bool result)
{
    return result == (old->size > 0) && tree->size == old->size - result
        && more_in(tree->root, old->root) == result;
}
