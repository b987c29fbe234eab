/* Two owners of the same memory. */

#include <stdlib.h>

int entry(int x)
{
    char *first = malloc(4);
    char *second = x == 5 ? first : malloc(4);
    free(first);
    free(second); // error: double-free
    return 0;
}
