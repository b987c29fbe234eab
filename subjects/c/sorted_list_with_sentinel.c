/* Sorted singly linked lists behind a sentinel (document 001, section 4.2). */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    struct node *next;
    int data;
};

struct sorted_list {
    struct node *header; /* the sentinel; its data means nothing */
    int size;            /* without the sentinel */
};

bool rep_ok(struct sorted_list *list)
{
    struct node *sentinel = list->header;
    if (!sentinel)
        return false;
    /* A walk in a circle meets the marked node again; the mark moves on at 1, 2, 4, ... nodes. */
    struct node *marked = sentinel;
    int count = 0;
    int next_mark = 1;
    for (struct node *node = sentinel->next; node; node = node->next) {
        if (node == marked)
            return false;
        if (++count == next_mark) {
            marked = node;
            next_mark *= 2;
        }
    }
    if (list->size != count)
        return false;
    long before = LONG_MIN;
    for (struct node *node = sentinel->next; node; node = node->next) {
        if (node->data <= before)
            return false;
        before = node->data;
    }
    return true;
}
