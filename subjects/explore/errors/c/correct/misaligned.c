/* A number in the middle of bytes is copied out. */
// options: alignment

#include <string.h>

int entry(unsigned x)
{
    _Alignas(8) unsigned char bytes[16] = {1, 2, 3};
    unsigned at = x % 9;
    int result;
    memcpy(&result, bytes + at, sizeof result);
    return result;
}
