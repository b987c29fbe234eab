/* Memory that is forgotten on one way out. */
// options: leaks

#include <stdlib.h>

int entry(int x)
{
    char *memory = malloc(16);
    if (!memory || x < 0)
        return 1;
    free(memory);
    return 0;
} // error: leak
