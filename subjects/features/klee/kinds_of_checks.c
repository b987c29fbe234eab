// The checks that KLEE's passes add.
#include <klee/klee.h>

void klee_div_zero_check(long long divisor);
void klee_overshift_check(unsigned long long width, unsigned long long by);

int main(void)
{
    int x = klee_int("x");
    if (x < 100)
        klee_div_zero_check(x); // error: division-by-zero
    else
        klee_overshift_check(32, (unsigned)x - 100); // error: shift
    return 0;
}
