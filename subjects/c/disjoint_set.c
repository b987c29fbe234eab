/* A disjoint set as a linked list whose elements know its head (document 003, Table 1). */

#include <stdbool.h>
#include <stddef.h>

struct node {
    struct node *rep;
    struct node *next;
    int data;
};

struct disjoint_set {
    struct node *head;
    struct node *tail;
    int size;
};

enum { MAX_NODES = 1024 };

bool rep_ok(struct disjoint_set *set)
{
    struct node *nodes[MAX_NODES];
    int count = 0;

    if (!set->head)
        return !set->tail && set->size == 0;
    for (struct node *node = set->head; node; node = node->next) {
        for (int i = 0; i < count; i++)
            if (nodes[i] == node)
                return false;
        if (node->rep != set->head || count == MAX_NODES)
            return false;
        nodes[count++] = node;
    }
    if (set->tail != nodes[count - 1] || set->size != count)
        return false;
    for (int i = 0; i < count; i++) {
        int data = nodes[i]->data;
        for (int j = 0; j < i; j++)
            if (nodes[j]->data == data)
                return false;
    }
    return true;
}
