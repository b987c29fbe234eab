#include <assert.h>
#include <complex.h>
int main(void)
{
    double complex z = 3 + 4 * I;
    assert(creal(z) == 3 && cimag(z) == 4);
    z *= 2;
    assert(creal(z * z) == -28 && cimag(conj(z)) == -8);
    float complex f = 1.0f + 1.0f * I;
    assert(crealf(f * f) == 0 && cimagf(f * f) == 2);
    return 0;
}
