// explore: --abort reject
// A failed assertion is still an error.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    assert(__VERIFIER_nondet_int() != 3); // error: assertion
    return 0;
}
