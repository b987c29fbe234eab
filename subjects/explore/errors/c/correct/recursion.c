/* A function that calls itself, and ends. */

static int steps(int x)
{
    if (x <= 1)
        return 0;
    return 1 + steps(x / 2);
}

int entry(unsigned char x)
{
    return steps(x);
}
