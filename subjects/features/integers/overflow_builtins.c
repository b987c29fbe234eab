// exit: 0 1 2 3
#include <assert.h>
#include <limits.h>
#include <pikse.h>
int main(void)
{
    int x, r;
    pikse_symbolic(&x, sizeof x, "x");
    if (__builtin_add_overflow(x, 1, &r)) { assert(x == INT_MAX && r == INT_MIN); return 1; }
    unsigned u;
    if (__builtin_sub_overflow((unsigned)x, 5u, &u)) { assert((unsigned)x < 5); return 2; }
    short s;
    if (__builtin_mul_overflow(x, 2, &s)) { assert(x > 16383 || x < -16384); return 3; }
    assert(s == 2 * x);
    return 0;
}
