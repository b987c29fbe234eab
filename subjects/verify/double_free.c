#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
    char *p = malloc(8);
    if (__VERIFIER_nondet_bool())
        free(p);
    free(p);
    return 0;
}
