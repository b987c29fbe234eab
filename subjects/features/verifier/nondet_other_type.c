// The declared type counts, not the usual one.
#include <assert.h>
extern int __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_ulong(void);
int main(void)
{
    int b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    assert(__VERIFIER_nondet_ulong() <= 255);
    return 0;
}
