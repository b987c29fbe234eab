/* The check of bst_add by hand: every search tree of 7 nodes with keys from 1 to 9 is built,
   a key from 0 to 10 is added, the tree is judged and freed. */

#include "../../../../subjects/c/search_tree.c"

enum { NODES = 7, KEYS = 9 };

/* How many shapes trees of so many nodes have. */
static const long SHAPES[NODES + 1] = {1, 1, 2, 5, 14, 42, 132, 429};

/* The tree with a number, of sorted keys. */
static struct node *build(const int *keys, int count, long number, struct node *parent)
{
    if (count == 0)
        return NULL;
    int left = 0;
    while (number >= SHAPES[left] * SHAPES[count - 1 - left]) {
        number -= SHAPES[left] * SHAPES[count - 1 - left];
        left++;
    }
    long rights = SHAPES[count - 1 - left];
    struct node *node = malloc(sizeof *node);
    node->data = keys[left];
    node->parent = parent;
    node->left = build(keys, left, number / rights, node);
    node->right = build(keys + left + 1, count - 1 - left, number % rights, node);
    return node;
}

static void drop(struct node *node)
{
    if (node) {
        drop(node->left);
        drop(node->right);
        free(node);
    }
}

/* How many inputs there are; 0 if one fails. */
long check_by_hand(void)
{
    long inputs = 0;
    for (int set = 0; set < 1 << KEYS; set++) {
        int keys[KEYS], count = 0;
        for (int key = 1; key <= KEYS; key++)
            if (set & 1 << (key - 1))
                keys[count++] = key;
        if (count != NODES)
            continue;
        for (long number = 0; number < SHAPES[NODES]; number++) {
            for (int x = 0; x <= KEYS + 1; x++) {
                struct bst tree = {build(keys, NODES, number, NULL), NODES};
                bst_add(&tree, x);
                if (!rep_ok(&tree))
                    return 0;
                drop(tree.root);
                inputs++;
            }
        }
    }
    return inputs;
}
