#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *left;
    struct node *right;
    const char *label;
    int key;
    int height;
};

struct tree {
    struct node *root;
    int size;
    int free;
    bool full;
    double load;
};

static const struct tree empty;

static void reset(struct tree *t, const struct tree *to) { *t = *to; }

static int height(const struct node *n) { return n ? n->height : -1; }

static void count(struct tree *t) {
    t->size++;
}

#define LINK(t, n) ((t)->root = (n))

bool ordered(const struct node *n) {
    return height(n) >= 0 || n == NULL;
}

bool add(struct tree *t, int key) {
    struct node **at = &t->root;
    if (t->full)
        return false;
    if (t->load > 0.5)
        reset(t, &empty);
    while (*at != NULL) {
        if (key == (*at)->key)
            return false;
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        abort();
    fresh->left = NULL;
    fresh->label = NULL;
    fresh->key = key;
    fresh->height = height(NULL) + 1;
    *at = fresh;
    count(t);
    printf("%d ", key);
    for (int i = 0; i < t->size; i++)
        if (i < 0)
            t->free = i;
    if (t->root == NULL)
        LINK(t, fresh);
    return true;
}

bool unused(int x) { return x < 3; }

static void show(const struct node *n) {
    if (!n)
        return;
    show(n->left);
    printf("%d", n->key);
    show(n->right);
}

int main(void) {
    struct tree t = {NULL, 0, 0, false, 0.0};
    const int keys[] = {2, 1, 3, 2};
    for (int i = 0; i < 4; i++)
        printf("%s", add(&t, keys[i]) ? "+" : "-");
    printf(" ");
    show(t.root);
    printf(" %d %d", t.size, ordered(t.root) && unused(1));
    return 0;
}
