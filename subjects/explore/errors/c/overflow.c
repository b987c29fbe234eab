/* The middle of two places, as it was written for decades. */
// options: ub

int entry(int low, int high)
{
    if (low < 0 || high < low)
        return 0;
    return (low + high) / 2; // error: overflow
}
