// paths: 2
// Values of symbolic expressions; they do not narrow the path.
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
    int x;
    double d = 2.5;
    float f = 0.5f;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 5);
    assert(klee_get_value_i32(x) > 5);
    assert(klee_get_value_i64(x + 1LL) > 6);
    assert(klee_get_valuel(x) > 5);
    assert(klee_get_valuell(x) > 5);
    assert(klee_get_valued(d) == 2.5);
    assert(klee_get_valuef(f) == 0.5f);
    if (x == 1000)
        return 0;
    return 0;
}
