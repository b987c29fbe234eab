// A comparison of inputs that are floating-point numbers.
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    float f = __VERIFIER_nondet_float();
    double d = __VERIFIER_nondet_double();
    if (f > 1.0f && d < -2.0)
        assert(!(f < 0.5f) && d != 3.0);
    return 0;
}
