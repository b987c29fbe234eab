/* Search trees up to N nodes: a valid tree is made, and a number is added to it.
 *
 * The links of a node are chosen when they are first used: null, one of the nodes that are there,
 * or one new node, of which there are N. So no two trees are the same but for the names of their
 * nodes. The keys are symbolic. `rep_ok` walks the links first and looks at the keys then.
 *
 * How many paths there are is known. With C(k) the number of shapes of trees of k nodes (1, 1, 2, 5,
 * 14, 42, 132, ...), `add` has 2 k + 1 ways on each: to one of the k + 1 places, or to a key that is
 * there. Valid paths are the sum of C(k) (2 k + 1) over k up to N: 49 for three nodes, 175 for four,
 * 2,353 for six. A path is rejected where a link leads to a node that is there already: 54, 222,
 * 3,456 times; or where a key is not between its bounds, once for each bound of each node of each
 * shape: 14, 70, 1,300 times. So 68 paths are rejected for three nodes, 292 for four, 4,756 for six. */

#include <pikse.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 4
#endif

struct node {
    struct node *left, *right;
    bool left_is_chosen, right_is_chosen;
    int key;
};

static struct node nodes[N + 1]; /* the last one is for the number that is added */
static int used;

static struct node *new_node(void)
{
    struct node *node = &nodes[used++];
    pikse_symbolic(&node->key, sizeof node->key, "key");
    return node;
}

/* Null, a node that is there, or a new one if there are less than N. */
static struct node *choose(void)
{
    unsigned char choice;
    pikse_symbolic(&choice, sizeof choice, "link");
    int last = used < N ? used + 1 : used;
    int k = 0;
    while (k < last && choice != k)
        k++;
    if (k == 0)
        return NULL;
    return k <= used ? &nodes[k - 1] : new_node();
}

static struct node *left_of(struct node *node)
{
    if (!node->left_is_chosen) {
        node->left_is_chosen = true;
        node->left = choose();
    }
    return node->left;
}

static struct node *right_of(struct node *node)
{
    if (!node->right_is_chosen) {
        node->right_is_chosen = true;
        node->right = choose();
    }
    return node->right;
}

/* Whether no node is met twice. */
static bool is_tree(struct node *node, bool *met)
{
    if (!node)
        return true;
    if (met[node - nodes])
        return false;
    met[node - nodes] = true;
    return is_tree(left_of(node), met) && is_tree(right_of(node), met);
}

/* Whether all keys are between those of two nodes; either may be missing. */
static bool in_order(struct node *node, struct node *above, struct node *below)
{
    if (!node)
        return true;
    if (above && node->key <= above->key)
        return false;
    if (below && node->key >= below->key)
        return false;
    return in_order(left_of(node), above, node) && in_order(right_of(node), node, below);
}

static bool rep_ok(struct node *root)
{
    bool met[N + 1] = {false};
    return is_tree(root, met) && in_order(root, NULL, NULL);
}

/* Adds a key, unless it is there. */
static bool add(struct node **root, int key)
{
    struct node **link = root;
    while (*link) {
        if (key < (*link)->key)
            link = &(*link)->left;
        else if (key > (*link)->key)
            link = &(*link)->right;
        else
            return false;
    }
    struct node *node = &nodes[used++];
    node->left_is_chosen = node->right_is_chosen = true;
    node->key = key;
    *link = node;
    return true;
}

int main(void)
{
    struct node *root = choose();
    pikse_assume(rep_ok(root));
    int key;
    pikse_symbolic(&key, sizeof key, "added");
    int before = used;
    bool added = add(&root, key);
    pikse_assert(used == before + added);
    return 0;
}
