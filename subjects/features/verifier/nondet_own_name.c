// A name that no list has works by its declared type.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_gfp_t(void);
int main(void)
{
    unsigned short x = __VERIFIER_nondet_gfp_t();
    assert(x != 65535); // error: assertion
    return 0;
}
