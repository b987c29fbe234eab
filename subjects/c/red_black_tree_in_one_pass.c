/* Red-black trees, checked in one pass over the nodes (document 000, Table II). */

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

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

enum { MAX_NODES = 64 };

/* A node to look at: what its key may be, and how many black nodes are above it. */
struct visit {
    struct node *node;
    int min, max;
    int blacks;
};

bool rep_ok(struct red_black_tree *tree)
{
    struct node *visited[MAX_NODES];
    int visited_count = 0;
    struct visit worklist[MAX_NODES];
    int pending = 0;
    int height = -1; /* black nodes on the first way down that ended */

    if (!tree->root)
        return tree->size == 0;
    if (tree->root->parent || tree->root->color == RED)
        return false;
    visited[visited_count++] = tree->root;
    worklist[pending++] = (struct visit){tree->root, INT_MIN, INT_MAX, 0};
    while (pending > 0) {
        struct visit at = worklist[--pending];
        struct node *c = at.node;
        if (c->key < at.min || c->key > at.max)
            return false;
        int blacks = at.blacks + (c->color == BLACK);
        for (int side = 0; side < 2; side++) {
            struct node *child = side == 0 ? c->left : c->right;
            if (!child) {
                if (height < 0)
                    height = blacks;
                if (height != blacks)
                    return false;
                continue;
            }
            for (int i = 0; i < visited_count; i++)
                if (visited[i] == child)
                    return false;
            if (child->parent != c || visited_count == MAX_NODES)
                return false;
            if (c->color == RED && child->color == RED)
                return false;
            visited[visited_count++] = child;
            worklist[pending++] = side == 0
                ? (struct visit){child, at.min, c->key - 1, blacks}
                : (struct visit){child, c->key + 1, at.max, blacks};
        }
    }
    return tree->size == visited_count;
}

static bool is_red(struct node *node)
{
    return node && node->color == RED;
}

/* Puts `by`, which may be none, in the place of a node. */
static void replace(struct red_black_tree *tree, struct node *node, struct node *by)
{
    if (!node->parent)
        tree->root = by;
    else if (node == node->parent->left)
        node->parent->left = by;
    else
        node->parent->right = by;
    if (by)
        by->parent = node->parent;
}

/* The right child of a node comes up, and the node becomes its left child. */
static void rotate_left(struct red_black_tree *tree, struct node *node)
{
    struct node *up = node->right;
    node->right = up->left;
    if (up->left)
        up->left->parent = node;
    replace(tree, node, up);
    up->left = node;
    node->parent = up;
}

/* The left child of a node comes up, and the node becomes its right child. */
static void rotate_right(struct red_black_tree *tree, struct node *node)
{
    struct node *up = node->left;
    node->left = up->right;
    if (up->right)
        up->right->parent = node;
    replace(tree, node, up);
    up->right = node;
    node->parent = up;
}

/* Repairs a tree in which at most a red node and its parent are at fault: both are red. */
static void repair_red(struct red_black_tree *tree, struct node *node)
{
    while (is_red(node->parent) && node->parent->parent) {
        struct node *parent = node->parent;
        struct node *above = parent->parent;
        bool is_left = parent == above->left;
        struct node *uncle = is_left ? above->right : above->left;
        if (is_red(uncle)) {
            parent->color = BLACK;
            uncle->color = BLACK;
            above->color = RED;
            node = above;
            continue;
        }
        if (is_left && node == parent->right) {
            rotate_left(tree, parent);
            parent = node;
        } else if (!is_left && node == parent->left) {
            rotate_right(tree, parent);
            parent = node;
        }
        parent->color = BLACK;
        above->color = RED;
        if (is_left)
            rotate_right(tree, above);
        else
            rotate_left(tree, above);
        break;
    }
    tree->root->color = BLACK;
}

/* Inserts a key; false if it is there already or there is no memory. */
bool rb_insert(struct red_black_tree *tree, int x)
{
    struct node *parent = NULL;
    struct node **link = &tree->root;
    while (*link) {
        parent = *link;
        if (x == parent->key)
            return false;
        link = x < parent->key ? &parent->left : &parent->right;
    }
    struct node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->left = NULL;
    node->right = NULL;
    node->parent = parent;
    node->color = RED;
    node->key = x;
    *link = node;
    tree->size++;
    repair_red(tree, node);
    return true;
}

static bool has(const struct node *node, int x)
{
    while (node && node->key != x)
        node = x < node->key ? node->left : node->right;
    return node;
}

/* Whether every key at and below a node, but for `x`, is also below `root`. */
static bool are_kept(const struct node *node, const struct node *root, int x)
{
    if (!node)
        return true;
    return (node->key == x || has(root, node->key)) && are_kept(node->left, root, x)
        && are_kept(node->right, root, x);
}

/* After `rb_insert`: the keys are those before and `x`. */
bool inserted(const struct red_black_tree *old, const struct red_black_tree *tree, int x,
    bool result)
{
    return result == !has(old->root, x) && tree->size == old->size + result && has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}
