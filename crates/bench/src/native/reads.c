/* Reads of memory that is no candidate's: an array from the heap, again and again. */

#include <stdbool.h>
#include <stdlib.h>

struct subject {
    int unused;
};

/* What is read from here may point anywhere, as far as a compiler can tell. */
static int *volatile shared;

enum { LENGTH = 1 << 12, PASSES = 2000 };

bool rep_ok(struct subject *subject)
{
    (void)subject;
    int *array = malloc(LENGTH * sizeof *array);
    if (!array)
        return false;
    for (int i = 0; i < LENGTH; i++)
        array[i] = i * 7;
    shared = array;
    array = shared;
    unsigned sum = 0;
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < LENGTH; i++)
            sum += array[i] ^ pass;
    free(array);
    return sum != 0;
}
