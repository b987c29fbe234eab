// Input functions have the range of their types.
#include <assert.h>
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void)
{
    bool b = __VERIFIER_nondet_bool();
    assert((int)b * (int)b == (int)b);
    int sum = __VERIFIER_nondet_char() + __VERIFIER_nondet_uchar();
    assert(sum >= -128 && sum <= 382);
    long both = __VERIFIER_nondet_short() + (long)__VERIFIER_nondet_ushort();
    assert(both >= -32768 && both <= 98302);
    return 0;
}
