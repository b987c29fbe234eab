/* A number in the middle of bytes, read where its type may not stand. */
// options: alignment

int entry(unsigned x)
{
    _Alignas(8) unsigned char bytes[16] = {1, 2, 3};
    unsigned at = x % 9;
    if (at % 4 != 0 && at != 6)
        return 0;
    return *(int *)(bytes + at); // error: misaligned
}
