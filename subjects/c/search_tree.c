/* Search trees with parent pointers (document 000, Figures 1-3). */

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

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

/* Adds a key; false if it is there already or there is no memory. */
bool bst_add(struct bst *tree, int x)
{
    struct node *parent = NULL;
    struct node **link = &tree->root;
    while (*link) {
        parent = *link;
        if (x == parent->data)
            return false;
        link = x < parent->data ? &parent->left : &parent->right;
    }
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->left = NULL;
    node->right = NULL;
    node->parent = parent;
    node->data = x;
    *link = node;
    tree->size++;
    return true;
}

/* Puts `by`, which may be none, in the place of a node. */
static void replace(struct bst *tree, struct node *node, struct node *by)
{
    if (node == tree->root)
        tree->root = by;
    else if (node == node->parent->left)
        node->parent->left = by;
    else
        node->parent->right = by;
    if (by)
        by->parent = node->parent;
}

/* Removes a key; false if it is not there. */
bool bst_remove(struct bst *tree, int x)
{
    struct node *node = tree->root;
    while (node && node->data != x)
        node = x < node->data ? node->left : node->right;
    if (!node)
        return false;
    if (node->left && node->right) {
        /* The next key takes the place of the one that goes. */
        struct node *next = node->right;
        while (next->left)
            next = next->left;
        node->data = next->data;
        node = next;
    }
    replace(tree, node, node->left ? node->left : node->right);
    free(node);
    tree->size--;
    return true;
}

static bool has(const struct node *node, int x)
{
    while (node && node->data != x)
        node = x < node->data ? node->left : node->right;
    return node;
}

/* Whether every key at and below a node, but for `x`, is also below `root`. */
static bool are_kept(const struct node *node, const struct node *root, int x)
{
    if (!node)
        return true;
    return (node->data == x || has(root, node->data)) && are_kept(node->left, root, x)
        && are_kept(node->right, root, x);
}

/* After `bst_add`: the keys are those before and `x`. */
bool added(const struct bst *old, const struct bst *tree, int x, bool result)
{
    return result == !has(old->root, x) && tree->size == old->size + result && has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}

/* After `bst_remove`: the keys are those before without `x`. */
bool removed(const struct bst *old, const struct bst *tree, int x, bool result)
{
    return result == has(old->root, x) && tree->size == old->size - result && !has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}
