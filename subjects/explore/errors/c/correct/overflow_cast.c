/* Seconds as milliseconds in an int; numbers at both ends fit. */
// options: ub

int entry(int n)
{
    double seconds = 2147483.647;
    if (n == 7)
        seconds = -2147483.6489;
    unsigned char least = -0.9;
    return (int)(seconds * 1000) + least;
}
