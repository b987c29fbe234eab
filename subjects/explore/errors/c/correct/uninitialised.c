/* A table of which only a part is filled. What is not may be copied, as long as nobody looks. */

int entry(unsigned x)
{
    int table[8], copy[8];
    for (unsigned k = 0; k < 8; k += 2)
        table[k] = (int)k;
    for (unsigned k = 0; k < 8; k++)
        copy[k] = table[k];
    if (copy[x % 4 * 2] > 3)
        return 1;
    return 0;
}
