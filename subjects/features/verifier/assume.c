// An assumption leaves only the inputs for which it holds.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10 && x < 20);
    assert(x * x > 100 && x * x < 400);
    return 0;
}
