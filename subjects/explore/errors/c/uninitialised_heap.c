/* Memory of which the first half is cleared. */

#include <stdlib.h>
#include <string.h>

int entry(unsigned x)
{
    unsigned char *memory = malloc(8);
    if (!memory)
        return 0;
    memset(memory, 0, 4);
    int result = memory[x & 3];
    if (x == 19 && memory[5]) // error: uninitialised
        result++;
    free(memory);
    return result;
}
