/* Comparisons of floating-point numbers, which need no arithmetic: signs, classes, and a `float` beside a `double`.
 * Seven paths: no `float` is 0.1. */

#include <math.h>

int choose(double x, float f)
{
    if (x != x)
        return 0;
    if (fabs(x) > 1e300)
        return 1;
    if (f < 0.1) {
        if (x < f)
            return 2;
        return 3;
    }
    if (-x == f)
        return 4;
    if (f == 0.1)
        return 5;
    if (isnan(f))
        return 6;
    return 7;
}
