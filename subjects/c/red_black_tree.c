/* Red-black trees whose root may be red (document 003, Table 1). */

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

/* The black nodes on every way down; -1 if they are not equally many. */
static int black_height(struct node *node)
{
    if (!node)
        return 0;
    int left = black_height(node->left);
    int right = black_height(node->right);
    if (left < 0 || left != right)
        return -1;
    return left + (node->color == BLACK);
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
    if (!add(&nodes, tree->root, NULL))
        return false;
    /* The nodes are also the queue of a breadth-first walk. */
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        if (!add(&nodes, node->left, node) || !add(&nodes, node->right, node))
            return false;
    }
    if (tree->size != nodes.count)
        return false;
    for (int i = 0; i < nodes.count; i++) {
        struct node *node = nodes.at[i];
        if (node->color == RED && (is_red(node->left) || is_red(node->right)))
            return false;
    }
    return black_height(tree->root) >= 0 && in_order(tree->root, INT_MIN, INT_MAX);
}
