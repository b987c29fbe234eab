/* The mean of as many numbers as there are. */

int entry(int sum, int count)
{
    if (count < 0)
        return 0;
    return sum / count; // error: division-by-zero
}
