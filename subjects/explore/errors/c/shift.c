/* A mask of as many bits as asked for. */
// options: ub

unsigned entry(unsigned bits)
{
    if (bits > 32)
        return 0;
    return (1u << bits) - 1; // error: shift
}
