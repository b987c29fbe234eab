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

/* Writes the nodes at and below a node in the order of their keys; where the next one goes. */
static struct node **write_in_order(struct node *node, struct node **to)
{
    if (!node)
        return to;
    to = write_in_order(node->left, to);
    *to++ = node;
    return write_in_order(node->right, to);
}

/* Links `count` nodes that are in order to a tree, the middle one on top. */
static struct node *tree_of(struct node **nodes, int count, struct node *parent)
{
    if (count == 0)
        return NULL;
    int middle = count / 2;
    struct node *top = nodes[middle];
    top->parent = parent;
    top->left = tree_of(nodes, middle, top);
    top->right = tree_of(nodes + middle + 1, count - middle - 1, top);
    return top;
}

/* Makes a search tree as flat as it can be; false if there is no memory. */
bool balanced_tree_balance(struct balanced_tree *tree)
{
    if (tree->size == 0)
        return true;
    struct node **nodes = malloc((size_t)tree->size * sizeof *nodes);
    if (!nodes)
        return false;
    write_in_order(tree->root, nodes);
    tree->root = tree_of(nodes, tree->size, NULL);
    free(nodes);
    return true;
}

/* Inserts a key; false if it is there already or there is no memory. */
bool balanced_tree_insert(struct balanced_tree *tree, int x)
{
    struct node *parent = NULL;
    struct node **link = &tree->root;
    while (*link) {
        parent = *link;
        if (x == parent->elem)
            return false;
        link = x < parent->elem ? &parent->left : &parent->right;
    }
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->left = NULL;
    node->right = NULL;
    node->parent = parent;
    node->elem = x;
    *link = node;
    tree->size++;
    return height(tree->root) >= 0 || balanced_tree_balance(tree);
}

/* Removes a key; false if it is not there. */
bool balanced_tree_remove(struct balanced_tree *tree, int x)
{
    struct node **link = &tree->root;
    while (*link && (*link)->elem != x)
        link = x < (*link)->elem ? &(*link)->left : &(*link)->right;
    struct node *node = *link;
    if (!node)
        return false;
    if (node->left && node->right) {
        /* The next key takes the place of the one that goes. */
        link = &node->right;
        while ((*link)->left)
            link = &(*link)->left;
        node->elem = (*link)->elem;
        node = *link;
    }
    struct node *child = node->left ? node->left : node->right;
    *link = child;
    if (child)
        child->parent = node->parent;
    free(node);
    tree->size--;
    return height(tree->root) >= 0 || balanced_tree_balance(tree);
}

static bool has(const struct node *node, int x)
{
    while (node && node->elem != x)
        node = x < node->elem ? node->left : node->right;
    return node;
}

/* Whether every key at and below a node, but for `x`, is also below `root`. */
static bool are_kept(const struct node *node, const struct node *root, int x)
{
    if (!node)
        return true;
    return (node->elem == x || has(root, node->elem)) && are_kept(node->left, root, x)
        && are_kept(node->right, root, x);
}

/* After `balanced_tree_insert`: the keys are those before and `x`. */
bool inserted(const struct balanced_tree *old, const struct balanced_tree *tree, int x, bool result)
{
    return result == !has(old->root, x) && tree->size == old->size + result && has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}

/* After `balanced_tree_remove`: the keys are those before without `x`. */
bool removed(const struct balanced_tree *old, const struct balanced_tree *tree, int x, bool result)
{
    return result == has(old->root, x) && tree->size == old->size - result && !has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}

static int levels(const struct node *node)
{
    if (!node)
        return 0;
    int left = levels(node->left);
    int right = levels(node->right);
    return 1 + (left > right ? left : right);
}

/* After `balanced_tree_balance`: the keys are those before, and no tree of as many is flatter. */
bool flattened(const struct balanced_tree *old, const struct balanced_tree *tree, bool result)
{
    int least = 0;
    while ((1 << least) <= tree->size)
        least++;
    if (!result || tree->size != old->size || levels(tree->root) != least)
        return false;
    if (!old->root)
        return true;
    int top = old->root->elem;
    return has(tree->root, top) && are_kept(old->root, tree->root, top);
}
