/* Sorted lists up to N nodes: a valid list is made, and a number is added to it.
 *
 * Links are chosen when they are first used: null, a node that is there, or one new node. The keys
 * are symbolic, and equal keys may stand side by side.
 *
 * A list of k nodes is one shape, and `add` has k + 1 places in it: the valid paths are the sum of
 * k + 1 over k up to N, 28 for six nodes and 45 for eight. A path is rejected where a link leads
 * back, which it can to each of the nodes that are there: N (N + 1) / 2 times; and where a key is
 * less than the one before it: the sum of k - 1 over k up to N, (N - 1) N / 2 times. Together N
 * squared: 36 for six nodes, 64 for eight. */

#include <pikse.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

struct node {
    struct node *next;
    bool next_is_chosen;
    int key;
};

static struct node nodes[N + 1]; /* the last one is for the number that is added */
static int used;

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
    if (k > used) {
        pikse_symbolic(&nodes[used].key, sizeof nodes[used].key, "key");
        used++;
    }
    return &nodes[k - 1];
}

static struct node *next_of(struct node *node)
{
    if (!node->next_is_chosen) {
        node->next_is_chosen = true;
        node->next = choose();
    }
    return node->next;
}

static bool rep_ok(struct node *first)
{
    bool met[N + 1] = {false};
    for (struct node *node = first; node; node = next_of(node)) {
        if (met[node - nodes])
            return false;
        met[node - nodes] = true;
    }
    for (struct node *node = first; node && node->next; node = node->next)
        if (node->key > node->next->key)
            return false;
    return true;
}

static void add(struct node **first, int key)
{
    struct node **link = first;
    while (*link && (*link)->key < key)
        link = &(*link)->next;
    struct node *node = &nodes[used++];
    node->key = key;
    node->next = *link;
    node->next_is_chosen = true;
    *link = node;
}

int main(void)
{
    struct node *first = choose();
    pikse_assume(rep_ok(first));
    int key;
    pikse_symbolic(&key, sizeof key, "added");
    add(&first, key);
    return 0;
}
