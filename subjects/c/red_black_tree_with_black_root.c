/* Red-black trees whose root is black (document 001, section 4.2). */

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

enum { MAX_NODES = 1024 };

struct nodes {
    struct node *at[MAX_NODES];
    int count;
};

/* Adds a child, if there is one; false if it is there already or has another parent. */
static bool add(struct nodes *nodes, struct node *child, struct node *parent)
{
    if (!child)
        return true;
    for (int i = 0; i < nodes->count; i++)
        if (nodes->at[i] == child)
            return false;
    if (child->parent != parent || nodes->count == MAX_NODES)
        return false;
    nodes->at[nodes->count++] = child;
    return true;
}

static bool is_red(struct node *node)
{
    return node && node->color == RED;
}

/* No red node has a red child, and every way down meets as many black nodes: `height`, which is
   -1 until the first way down has ended. */
static bool colors_ok(struct node *node, int blacks, int *height)
{
    if (!node) {
        if (*height < 0)
            *height = blacks;
        return *height == blacks;
    }
    if (node->color == RED && (is_red(node->left) || is_red(node->right)))
        return false;
    blacks += node->color == BLACK;
    return colors_ok(node->left, blacks, height) && colors_ok(node->right, blacks, height);
}

static bool in_order(struct node *node, int min, int max)
{
    if (!node)
        return true;
    if (node->key < min || node->key > max)
        return false;
    return in_order(node->left, min, node->key - 1) && in_order(node->right, node->key + 1, max);
}

bool rep_ok(struct red_black_tree *tree)
{
    struct nodes nodes;
    nodes.count = 0;
    if (!add(&nodes, tree->root, NULL) || is_red(tree->root))
        return false;
    /* The nodes are also the queue of a breadth-first walk. */
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        if (!add(&nodes, node->left, node) || !add(&nodes, node->right, node))
            return false;
    }
    int height = -1;
    return tree->size == nodes.count && colors_ok(tree->root, 0, &height)
        && in_order(tree->root, INT_MIN, INT_MAX);
}
