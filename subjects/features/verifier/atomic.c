// Atomic sections have no effect in one thread.
#include <assert.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int counter;
int main(void)
{
    __VERIFIER_atomic_begin();
    counter++;
    __VERIFIER_atomic_end();
    assert(counter == 1);
    return 0;
}
