/* One owner of each memory. */

#include <stdlib.h>

int entry(int x)
{
    char *first = malloc(4);
    char *second = x == 5 ? NULL : malloc(4);
    free(first);
    free(second);
    return 0;
}
