/* A set of ints, as a sorted list. `set_add` has a bug. The README uses this file. */
#include <stdbool.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
struct set { struct node *first; int size; };

/* The predicate: values increase, none is negative, and `size` is the number of nodes. */
bool rep_ok(struct set *s)
{
    int last = -1, count = 0;
    for (struct node *node = s->first; node; node = node->next) {
        if (node->value <= last)
            return false;
        last = node->value;
        count++;
    }
    return s->size == count;
}

void set_add(struct set *s, int value)
{
    struct node **link = &s->first;
    while (*link && (*link)->value < value)
        link = &(*link)->next;
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = *link;
    *link = node;
    s->size++;
}
