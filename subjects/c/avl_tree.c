/* AVL trees (document 003, Table 1): search trees whose subtrees differ in height by at most one.
   No height is stored. */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
    struct node *left;
    struct node *right;
    int info;
};

struct avl_tree {
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
    if (node->info < min || node->info > max)
        return false;
    return in_order(node->left, min, node->info - 1) && in_order(node->right, node->info + 1, max);
}

bool rep_ok(struct avl_tree *tree)
{
    struct nodes nodes;
    nodes.count = 0;
    add(&nodes, tree->root);
    /* The nodes are also the queue of a breadth-first walk. */
    for (int i = 0; i < nodes.count; i++)
        if (!add(&nodes, nodes.at[i]->left) || !add(&nodes, nodes.at[i]->right))
            return false;
    return tree->size == nodes.count && height(tree->root) >= 0
        && in_order(tree->root, INT_MIN, INT_MAX);
}

/* The height of a tree, balanced or not. */
static int depth(struct node *node)
{
    if (!node)
        return 0;
    int left = depth(node->left);
    int right = depth(node->right);
    return 1 + (left > right ? left : right);
}

static struct node *rotate_left(struct node *node)
{
    struct node *up = node->right;
    node->right = up->left;
    up->left = node;
    return up;
}

static struct node *rotate_right(struct node *node)
{
    struct node *up = node->left;
    node->left = up->right;
    up->right = node;
    return up;
}

/* Balances a node whose subtrees are balanced and differ in height by at most two; the node that
   is on top now. */
static struct node *balanced(struct node *node)
{
    int difference = depth(node->left) - depth(node->right);
    if (difference > 1) {
        if (depth(node->left->left) < depth(node->left->right))
            node->left = rotate_left(node->left);
        return rotate_right(node);
    }
    if (difference < -1) {
        if (depth(node->right->right) < depth(node->right->left))
            node->right = rotate_right(node->right);
        return rotate_left(node);
    }
    return node;
}

/* Inserts a node below `root`; the node that is on top now. */
static struct node *with(struct node *root, struct node *node)
{
    if (!root)
        return node;
    if (node->info < root->info)
        root->left = with(root->left, node);
    else
        root->right = with(root->right, node);
    return balanced(root);
}

static bool has(const struct node *node, int x)
{
    while (node && node->info != x)
        node = x < node->info ? node->left : node->right;
    return node;
}

/* Inserts a key; false if it is there already or there is no memory. */
bool avl_insert(struct avl_tree *tree, int x)
{
    if (has(tree->root, x))
        return false;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->left = NULL;
    node->right = NULL;
    node->info = x;
    tree->root = with(tree->root, node);
    tree->size++;
    return true;
}

/* Takes the node of a key out of the tree below `root` and frees it; the node that is on top
   now. */
static struct node *without(struct node *root, int x)
{
    if (x < root->info) {
        root->left = without(root->left, x);
    } else if (x > root->info) {
        root->right = without(root->right, x);
    } else if (!root->left || !root->right) {
        struct node *child = root->left ? root->left : root->right;
        free(root);
        return child;
    } else {
        /* The next key takes the place of the one that goes. */
        struct node *next = root->right;
        while (next->left)
            next = next->left;
        root->info = next->info;
        root->right = without(root->right, next->info);
    }
    return balanced(root);
}

/* Removes a key; false if it is not there. */
bool avl_remove(struct avl_tree *tree, int x)
{
    if (!has(tree->root, x))
        return false;
    tree->root = without(tree->root, x);
    tree->size--;
    return true;
}

/* Whether every key at and below a node, but for `x`, is also below `root`. */
static bool are_kept(const struct node *node, const struct node *root, int x)
{
    if (!node)
        return true;
    return (node->info == x || has(root, node->info)) && are_kept(node->left, root, x)
        && are_kept(node->right, root, x);
}

/* After `avl_insert`: the keys are those before and `x`. */
bool inserted(const struct avl_tree *old, const struct avl_tree *tree, int x, bool result)
{
    return result == !has(old->root, x) && tree->size == old->size + result && has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}

/* After `avl_remove`: the keys are those before without `x`. */
bool removed(const struct avl_tree *old, const struct avl_tree *tree, int x, bool result)
{
    return result == has(old->root, x) && tree->size == old->size - result && !has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}
