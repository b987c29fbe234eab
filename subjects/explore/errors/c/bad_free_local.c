/* A local buffer for short texts, and memory for long ones; the local one is freed, too. */

#include <stdlib.h>

int entry(unsigned char size)
{
    char local[8];
    char *buffer = size <= 8 ? local : malloc(300);
    if (!buffer)
        return 0;
    buffer[0] = 1;
    free(buffer); // error: bad-free
    return 0;
}
