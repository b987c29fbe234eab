/* A function that calls itself without end, for one number. */

static int steps(int x)
{
    if (x == 1)
        return 0;
    return 1 + steps(x == 6 ? 6 : 1); // error: recursion
}

int entry(int x)
{
    return steps(x);
}
