#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        n->value = i;
        head = n;
    }
    while (head) {
        struct node *n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
