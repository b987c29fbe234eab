/* Red-black trees whose root may be red (document 003, Table 1). */

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

static void rotate(struct red_black_tree *tree, struct node *node, bool to_left)
{
    if (to_left)
        rotate_left(tree, node);
    else
        rotate_right(tree, node);
}

/* Repairs a tree in which the ways down through `node`, which may be none and is below `parent`,
   have one black node too few. */
static void repair_black(struct red_black_tree *tree, struct node *node, struct node *parent)
{
    while (parent && !is_red(node)) {
        bool is_left = node == parent->left;
        struct node *sibling = is_left ? parent->right : parent->left;
        if (is_red(sibling)) {
            sibling->color = BLACK;
            parent->color = RED;
            rotate(tree, parent, is_left);
            sibling = is_left ? parent->right : parent->left;
        }
        if (!is_red(sibling->left) && !is_red(sibling->right)) {
            sibling->color = RED;
            node = parent;
            parent = node->parent;
            continue;
        }
        struct node *outer = is_left ? sibling->right : sibling->left;
        if (!is_red(outer)) {
            struct node *inner = is_left ? sibling->left : sibling->right;
            inner->color = BLACK;
            sibling->color = RED;
            rotate(tree, sibling, !is_left);
            outer = sibling;
            sibling = inner;
        }
        sibling->color = parent->color;
        parent->color = BLACK;
        outer->color = BLACK;
        rotate(tree, parent, is_left);
        return;
    }
    if (node)
        node->color = BLACK;
}

/* Removes a key; false if it is not there. */
bool rb_remove(struct red_black_tree *tree, int x)
{
    struct node *node = tree->root;
    while (node && node->key != x)
        node = x < node->key ? node->left : node->right;
    if (!node)
        return false;
    if (node->left && node->right) {
        /* The next key takes the place of the one that goes. */
        struct node *next = node->right;
        while (next->left)
            next = next->left;
        node->key = next->key;
        node = next;
    }
    struct node *child = node->left ? node->left : node->right;
    replace(tree, node, child);
    if (node->color == BLACK)
        repair_black(tree, child, node->parent);
    free(node);
    tree->size--;
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

/* After `rb_remove`: the keys are those before without `x`. */
bool removed(const struct red_black_tree *old, const struct red_black_tree *tree, int x,
    bool result)
{
    return result == has(old->root, x) && tree->size == old->size - result && !has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}
