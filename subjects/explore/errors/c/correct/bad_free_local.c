/* A local buffer for short texts, and memory for long ones, which alone is freed. */

#include <stdlib.h>

int entry(unsigned char size)
{
    char local[8];
    char *buffer = size <= 8 ? local : malloc(300);
    if (!buffer)
        return 0;
    buffer[0] = 1;
    if (buffer != local)
        free(buffer);
    return 0;
}
