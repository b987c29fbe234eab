/* Squares of floating-point numbers. Three paths: no `double` has the square 2, two have the square 2.25. */

int square(double x)
{
    double y = x * x;
    if (y == 2.0)
        return 1;
    if (y == 2.25) {
        if (x > 0)
            return 2;
        return 3;
    }
    return 4;
}
