/* A subscript that is one too large. */

static int table[4] = {1, 2, 3, 4};

int entry(unsigned x)
{
    if (x > 4)
        return 0;
    return table[x]; // error: out-of-bounds
}
