/* A mask of as many bits as asked for; all of them are a case of their own. */
// options: ub

unsigned entry(unsigned bits)
{
    if (bits >= 32)
        return ~0u;
    return (1u << bits) - 1;
}
