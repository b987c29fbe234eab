/* Order-statistics trees (document 000, Table II): red-black trees whose nodes know how many nodes
   are at and below them. */

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
    int size;
};

struct order_statistics_tree {
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

static int size_of(struct node *node)
{
    return node ? node->size : 0;
}

bool rep_ok(struct order_statistics_tree *tree)
{
    struct node *visited[MAX_NODES];
    int visited_count = 0;
    struct node *order[MAX_NODES]; /* a node comes before its children */
    int ordered = 0;
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
        order[ordered++] = c;
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
    if (tree->size != ordered)
        return false;
    for (int i = ordered - 1; i >= 0; i--)
        if (order[i]->size != 1 + size_of(order[i]->left) + size_of(order[i]->right))
            return false;
    return true;
}

static bool is_red(struct node *node)
{
    return node && node->color == RED;
}

/* Puts `by`, which may be none, in the place of a node. */
static void replace(struct order_statistics_tree *tree, struct node *node, struct node *by)
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

/* After a rotation: what was below `node` is below `up` now. */
static void hand_over_size(struct node *node, struct node *up)
{
    up->size = node->size;
    node->size = 1 + size_of(node->left) + size_of(node->right);
}

/* The right child of a node comes up, and the node becomes its left child. */
static void rotate_left(struct order_statistics_tree *tree, struct node *node)
{
    struct node *up = node->right;
    node->right = up->left;
    if (up->left)
        up->left->parent = node;
    replace(tree, node, up);
    up->left = node;
    node->parent = up;
    hand_over_size(node, up);
}

/* The left child of a node comes up, and the node becomes its right child. */
static void rotate_right(struct order_statistics_tree *tree, struct node *node)
{
    struct node *up = node->left;
    node->left = up->right;
    if (up->right)
        up->right->parent = node;
    replace(tree, node, up);
    up->right = node;
    node->parent = up;
    hand_over_size(node, up);
}

/* Repairs a tree in which at most a red node and its parent are at fault: both are red. */
static void repair_red(struct order_statistics_tree *tree, struct node *node)
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
bool ost_insert(struct order_statistics_tree *tree, int x)
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
    node->size = 1;
    *link = node;
    tree->size++;
    for (struct node *above = parent; above; above = above->parent)
        above->size++;
    repair_red(tree, node);
    return true;
}

static void rotate(struct order_statistics_tree *tree, struct node *node, bool to_left)
{
    if (to_left)
        rotate_left(tree, node);
    else
        rotate_right(tree, node);
}

/* Repairs a tree in which the ways down through `node`, which may be none and is below `parent`,
   have one black node too few. */
static void repair_black(struct order_statistics_tree *tree, struct node *node, struct node *parent)
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
bool ost_remove(struct order_statistics_tree *tree, int x)
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
    for (struct node *above = node->parent; above; above = above->parent)
        above->size--;
    replace(tree, node, child);
    if (node->color == BLACK)
        repair_black(tree, child, node->parent);
    free(node);
    tree->size--;
    return true;
}

/* The key that has `k` smaller ones; INT_MIN if there is none. */
int ost_select(struct order_statistics_tree *tree, int k)
{
    struct node *node = tree->root;
    while (node && k != size_of(node->left)) {
        if (k < size_of(node->left)) {
            node = node->left;
        } else {
            k -= size_of(node->left) + 1;
            node = node->right;
        }
    }
    return node ? node->key : INT_MIN;
}

/* How many keys are smaller than `x`, which need not be in the tree. */
int ost_rank(struct order_statistics_tree *tree, int x)
{
    int rank = 0;
    struct node *node = tree->root;
    while (node) {
        if (x <= node->key) {
            node = node->left;
        } else {
            rank += size_of(node->left) + 1;
            node = node->right;
        }
    }
    return rank;
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

/* After `ost_insert`: the keys are those before and `x`. */
bool inserted(const struct order_statistics_tree *old, const struct order_statistics_tree *tree,
    int x, bool result)
{
    return result == !has(old->root, x) && tree->size == old->size + result && has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}

/* After `ost_remove`: the keys are those before without `x`. */
bool removed(const struct order_statistics_tree *old, const struct order_statistics_tree *tree,
    int x, bool result)
{
    return result == has(old->root, x) && tree->size == old->size - result && !has(tree->root, x)
        && are_kept(old->root, tree->root, x);
}

static int smaller_than(const struct node *node, int x)
{
    if (!node)
        return 0;
    return (node->key < x) + smaller_than(node->left, x) + smaller_than(node->right, x);
}

/* After `ost_select`: the key is in the tree and has `k` smaller ones. */
bool selected(const struct order_statistics_tree *tree, int k, int result)
{
    if (k < 0 || k >= tree->size)
        return result == INT_MIN;
    return has(tree->root, result) && smaller_than(tree->root, result) == k;
}

/* After `ost_rank`: as many keys are smaller. */
bool ranked(const struct order_statistics_tree *tree, int x, int result)
{
    return result == smaller_than(tree->root, x);
}

static bool are_same(const struct node *a, const struct node *b)
{
    if (!a || !b)
        return a == b;
    return a->key == b->key && a->color == b->color && a->size == b->size
        && are_same(a->left, b->left) && are_same(a->right, b->right);
}

/* After a question: the tree is as it was. */
bool unchanged(const struct order_statistics_tree *old, const struct order_statistics_tree *tree)
{
    return are_same(old->root, tree->root);
}
