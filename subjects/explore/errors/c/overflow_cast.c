/* Seconds as milliseconds in an int. */
// options: ub

int entry(int n)
{
    double seconds = 1.5;
    if (n == 7)
        seconds = 3e6;
    return (int)(seconds * 1000); // error: overflow
}
