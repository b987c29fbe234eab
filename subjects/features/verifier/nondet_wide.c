// Wide inputs are found exactly.
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern __int128 __VERIFIER_nondet_int128(void);
int main(void)
{
    if (__VERIFIER_nondet_longlong() == -5000000000
        && __VERIFIER_nondet_ulonglong() == 18446744073709551615u
        && __VERIFIER_nondet_int128() == (__int128)1 << 100)
        assert(0); // error: assertion
    return 0;
}
