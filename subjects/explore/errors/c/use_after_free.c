/* Memory is freed in one case and used in all. */

#include <stdlib.h>

int entry(int x)
{
    int *number = malloc(sizeof *number);
    if (!number)
        return 0;
    *number = x;
    if (x == 77)
        free(number);
    int result = *number; // error: use-after-free
    if (x != 77)
        free(number);
    return result;
}
