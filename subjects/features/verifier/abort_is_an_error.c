// Without the option, abort is an error.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int() == 3)
        abort(); // error: abort
    return 0;
}
