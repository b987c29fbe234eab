/* A search tree, and operations that go wrong in every way. */

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct node { struct node *left, *right; int key; };
struct tree { struct node *root; int size; };

static int count(const struct node *n, long low, long high)
{
    if (!n)
        return 0;
    if (n->key <= low || n->key >= high)
        return -1;
    int left = count(n->left, low, n->key);
    if (left < 0)
        return -1;
    int right = count(n->right, n->key, high);
    return right < 0 ? -1 : left + right + 1;
}

bool rep_ok(const struct tree *t)
{
    int n = count(t->root, -1000, 1000);
    return n >= 0 && n == t->size;
}

static bool has(const struct tree *t, int x)
{
    struct node *n = t->root;
    while (n && n->key != x)
        n = x < n->key ? n->left : n->right;
    return n;
}

bool added(const struct tree *old, struct tree *t, int x)
{
    return has(t, x) && t->size == old->size + !has(old, x);
}

bool is_below_size(const struct tree *t, int x) { return x < t->size; }

void add(struct tree *t, int x)
{
    struct node **at = &t->root;
    while (*at) {
        if ((*at)->key == x)
            return;
        at = x < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    struct node *n = malloc(sizeof *n);
    n->left = n->right = NULL;
    n->key = x;
    *at = n;
    t->size++;
}

void add_without_size(struct tree *t, int x)
{
    int size = t->size;
    add(t, x);
    t->size = size;
}

int counter;

void add_globally(struct tree *t, int x)
{
    counter++;
    add(t, x);
    assert(counter == 1);
}

void add_leaking(struct tree *t, int x)
{
    add(t, x);
    void *volatile lost = x == 2 ? malloc(8) : NULL;
    (void)lost;
    if (x == 100)
        free(t);
}

void drop_all(struct tree *t, int x)
{
    (void)x;
    t->root = NULL;
    t->size = 0;
    free(NULL);
}

void free_left(struct tree *t, int x)
{
    add(t, x);
    if (t->root->left)
        free(t->root->left);
}

void free_twice(struct tree *t, int x)
{
    (void)x;
    free(t->root);
    free(t->root); // again
}

void free_inside(struct tree *t, int x)
{
    if (x == 1)
        free(&t->size);
}

void crash(struct tree *t, int x)
{
    if (x == 1)
        t->root->key = t->root->left->key;
}

int divide(struct tree *t, int x)
{
    return 100 / (t->size - x);
}

void loop(struct tree *t, int x)
{
    while (x == 3 && t->size == 2)
        ;
}

static int deeper(volatile struct tree *t, int x) { return x + deeper(t, x + 1) + t->size; }

int recurse(struct tree *t, int x) { return x == 3 && t->size == 1 ? deeper(t, x) : 0; }

void grow(struct tree *t, int x)
{
    while (x == 3 && t->size == 1)
        *(char *)malloc(1 << 16) = 1;
}

void write_outside(struct tree *t, int x)
{
    (void)x;
    if (t->root)
        (&t->root->key)[2] = 5;
}

// A block that grows and shrinks has as many bytes as were asked for last, and no more.
static int resize(int ints, int writes)
{
    int *block = malloc(sizeof *block);
    block[0] = 7;
    block = realloc(block, ints * sizeof *block);
    for (int i = 1; i < writes; i++)
        ((volatile int *)block)[i] = i;
    int kept = block[0];
    free(block);
    return kept;
}

void write_resized(struct tree *t, int x)
{
    if (resize(x + 2, x + 2) != 7)
        t->size = -1;
}

void write_behind_resized(struct tree *t, int x)
{
    resize(x + 2, t->size + 2);
}

int read_outside(struct tree *t, int x)
{
    return t->root ? (&t->root->key)[2] : x;
}

void assert_small(struct tree *t, int x)
{
    (void)x;
    assert(t->size < 2);
}

void give_up(struct tree *t, int x)
{
    (void)x;
    if (t->size == 2)
        abort();
}

void leave(struct tree *t, int x)
{
    (void)t;
    if (x == 0)
        exit(3);
}

void add_unset(struct tree *t, int x)
{
    struct node **at = &t->root;
    while (*at && (*at)->key != x)
        at = x < (*at)->key ? &(*at)->left : &(*at)->right;
    if (!*at) {
        *at = malloc(sizeof **at);
        (*at)->key = x;
        t->size++;
    }
}

void remove_leaf(struct tree *t, int x)
{
    struct node **at = &t->root;
    while (*at && (*at)->key != x)
        at = x < (*at)->key ? &(*at)->left : &(*at)->right;
    if (*at && !(*at)->left && !(*at)->right) {
        free(*at);
        *at = NULL;
        t->size--;
    }
}

void add_else(struct tree *t, int x)
{
    if (t->size == 2 && x == 0)
        return;
    add(t, x);
}

void add_again(struct tree *t, int x)
{
    add(t, x);
    add(t, x);
}

bool looks_ok(const struct tree *t) { return t->root ? t->size == 1 : t->size == 0; }
void set_key(struct tree *t, int x) { if (t->root) t->root->key = x; }

int size_of(struct tree *t) { return t->size; }
int size_of_most(struct tree *t) { return t->size == 3 ? -1 : t->size; }

void apart(struct tree *a, struct tree *b) { assert(!a->root || a->root != b->root); }
bool both_ok(struct tree *a, struct tree *b) { return rep_ok(a) && rep_ok(b); }
int sum(struct tree *a, int x, struct tree *b) { return a->size + x + b->size; }

void name_it(struct tree *t, char *name) { *name = (char)t->size; }
bool odd_post(const struct tree *t, void *what) { return t && what; }
