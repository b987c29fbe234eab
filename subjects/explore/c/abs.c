/* The absolute value of a number (document 001, section 2.1.1). Two paths. The least number has no
 * absolute value that is an `int`; it is negated into itself. */

int abs(int x)
{
    int result;
    if (x < 0)
        result = -x;
    else
        result = x;
    return result;
}
