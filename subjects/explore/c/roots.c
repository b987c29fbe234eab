/* How many numbers solve a quadratic equation. Five paths, one for a discriminant that is not a number: infinity
 * minus infinity. */

int roots(double a, double b, double c)
{
    double d = b * b - 4 * a * c;
    if (a == 0)
        return 10;
    if (d < 0)
        return 0;
    if (d == 0)
        return 1;
    if (d > 0)
        return 2;
    return 11;
}
