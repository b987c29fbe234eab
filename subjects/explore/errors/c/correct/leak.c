/* Memory that a global still leads to is not lost. */
// options: leaks

#include <stdlib.h>

static char **kept;

int entry(int x)
{
    char *memory = malloc(16);
    if (!memory)
        return 1;
    if (x < 0) {
        kept = malloc(sizeof *kept);
        if (kept) {
            *kept = memory;
            return 1;
        }
    }
    free(memory);
    return 0;
}
