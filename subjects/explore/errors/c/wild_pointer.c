/* A number that is no address. */

#include <stdint.h>

int entry(int x)
{
    int number = 5;
    int *pointer = &number;
    if (x == 1234)
        pointer = (int *)(uintptr_t)0x7f0000000000;
    return *pointer; // error: wild-pointer
}
