// explore: --cflags -m32
// not replayed: 32-bit programs are not run natively
// explore: --leaks
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void)
{
    struct node *head = NULL;
    int sum = 0, expected = 0;
    for (int i = 1; i <= 3; i++)
        if (__VERIFIER_nondet_int()) {
            struct node *n = malloc(sizeof *n);
            n->next = head;
            n->value = i;
            head = n;
            expected += i;
        }
    while (head) {
        struct node *n = head->next;
        sum += head->value;
        free(head);
        head = n;
    }
    assert(sum == expected);
    return 0;
}
