/* Only where an allocation begins can it be freed. */

#include <stdlib.h>

int entry(int x)
{
    char *memory = malloc(4);
    if (!memory)
        return 0;
    if (x == 9)
        memory++;
    free(memory); // error: bad-free
    return 0;
}
