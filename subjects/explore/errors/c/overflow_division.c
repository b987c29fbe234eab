/* The least number has no positive counterpart; processors stop at this. */

int entry(int x)
{
    return x / -1; // error: overflow
}
