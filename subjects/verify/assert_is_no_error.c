#include <assert.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 7);
    if (x == 7)
        reach_error();
    return 0;
}
