#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int() == 42)
        free(p);
    int x = *p;
    free(p);
    return x;
}
