/* N-ary trees, here ternary (document 003, Table 1). The root lies inside of the tree, so no
   pointer leads to it. */

#include <stdbool.h>
#include <stdlib.h>

enum { CHILDREN = 3, MAX_NODES = 1024 };

struct node {
    struct node *children[CHILDREN];
};

struct tree {
    struct node root;
    int size;
};

struct nodes {
    struct node *at[MAX_NODES];
    int count;
};

/* Adds a node; false if it is there already. */
static bool add(struct nodes *nodes, struct node *node)
{
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
    add(&nodes, &tree->root);
    /* The nodes are also the queue of a breadth-first walk. */
    for (int i = 0; i < nodes.count; i++)
        for (int c = 0; c < CHILDREN; c++) {
            struct node *child = nodes.at[i]->children[c];
            if (child && !add(&nodes, child))
                return false;
        }
    return tree->size == nodes.count;
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
    for (int c = 0; c < CHILDREN; c++)
        node->children[c] = NULL;
    struct nodes nodes;
    nodes.count = 0;
    add(&nodes, &tree->root);
    for (int i = 0; i < nodes.count; i++)
        for (int c = 0; c < CHILDREN; c++) {
            struct node **link = &nodes.at[i]->children[c];
            if (!*link) {
                *link = node;
                tree->size++;
                return true;
            }
            add(&nodes, *link);
        }
    free(node);
    return false;
}

/* Removes the leaf that is the last, level by level; false if there is only the root. */
bool tree_remove_leaf(struct tree *tree)
{
    struct nodes nodes;
    nodes.count = 0;
    add(&nodes, &tree->root);
    struct node **last = NULL;
    for (int i = 0; i < nodes.count; i++)
        for (int c = 0; c < CHILDREN; c++)
            if (nodes.at[i]->children[c]) {
                last = &nodes.at[i]->children[c];
                add(&nodes, *last);
            }
    if (!last)
        return false;
    free(*last);
    *last = NULL;
    tree->size--;
    return true;
}

/* Moves the children of every node to the front, in order. */
static void close_gaps(struct node *node)
{
    int count = 0;
    for (int c = 0; c < CHILDREN; c++)
        if (node->children[c])
            node->children[count++] = node->children[c];
    for (int c = count; c < CHILDREN; c++)
        node->children[c] = NULL;
    for (int c = 0; c < count; c++)
        close_gaps(node->children[c]);
}

/* Closes the gaps between the children of every node. */
void tree_close_gaps(struct tree *tree)
{
    close_gaps(&tree->root);
}

/* How many nodes are only in the second of two trees that lie on each other; -1 if there is one
   that is only in the first. */
static int more_in(const struct node *a, const struct node *b)
{
    if (!b)
        return a ? -1 : 0;
    int more = !a;
    for (int c = 0; c < CHILDREN; c++) {
        int below = more_in(a ? a->children[c] : NULL, b->children[c]);
        if (below < 0)
            return -1;
        more += below;
    }
    return more;
}

/* After `tree_insert`: there is one node more, and all others are where they were. */
bool inserted(const struct tree *old, const struct tree *tree, bool result)
{
    return result && tree->size == old->size + 1 && more_in(&old->root, &tree->root) == 1;
}

/* After `tree_remove_leaf`: there is one node less, and all others are where they were. */
bool removed(const struct tree *old, const struct tree *tree, bool result)
{
    return result == (old->size > 1) && tree->size == old->size - result
        && more_in(&tree->root, &old->root) == result;
}

/* Whether `b` is `a` without the gaps between its children. */
static bool is_closed(const struct node *a, const struct node *b)
{
    int next = 0;
    for (int c = 0; c < CHILDREN; c++) {
        if (!a->children[c])
            continue;
        const struct node *child = b->children[next++];
        if (!child || !is_closed(a->children[c], child))
            return false;
    }
    for (; next < CHILDREN; next++)
        if (b->children[next])
            return false;
    return true;
}

/* After `tree_close_gaps`: children keep their order, and have no gaps between them. */
bool closed(const struct tree *old, const struct tree *tree)
{
    return tree->size == old->size && is_closed(&old->root, &tree->root);
}
