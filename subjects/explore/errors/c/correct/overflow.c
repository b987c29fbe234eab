/* The middle of two places, without a sum that does not fit. */
// options: ub

int entry(int low, int high)
{
    if (low < 0 || high < low)
        return 0;
    return low + (high - low) / 2;
}
