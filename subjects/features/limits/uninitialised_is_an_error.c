#include <stdio.h>

int main(void)
{
    int x;
    if (x > 3) // error: uninitialised
        puts("big");
    return 0;
}
