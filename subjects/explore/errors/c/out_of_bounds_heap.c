/* A text without room for the byte that ends it. */

#include <stdlib.h>
#include <string.h>

int entry(char first)
{
    char text[4] = {first, 'b', 'c', 0};
    size_t length = strlen(text);
    if (length < 3)
        return 0;
    char *copy = malloc(length);
    if (!copy)
        return 0;
    for (size_t k = 0; k <= length; k++)
        copy[k] = text[k]; // error: out-of-bounds
    int result = copy[0];
    free(copy);
    return result;
}
