/* Memory is freed after its last use. */

#include <stdlib.h>

int entry(int x)
{
    int *number = malloc(sizeof *number);
    if (!number)
        return 0;
    *number = x;
    int result = *number;
    free(number);
    return result;
}
