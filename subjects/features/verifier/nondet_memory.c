// All bytes are any values.
#include <assert.h>
extern void __VERIFIER_nondet_memory(void *, unsigned long);
struct pair { int a; short b; };
int main(void)
{
    struct pair p;
    __VERIFIER_nondet_memory(&p, sizeof p);
    if (p.a == -7)
        assert(p.b != 300); // error: assertion
    return 0;
}
