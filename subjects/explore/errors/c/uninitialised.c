/* A table of which only a part is filled. */

int entry(unsigned x)
{
    int table[8];
    for (unsigned k = 0; k < 8; k += 2)
        table[k] = (int)k;
    if (table[x % 8] > 3) // error: uninitialised
        return 1;
    return 0;
}
