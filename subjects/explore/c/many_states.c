/* A small program that has many states at a time when it is searched breadth first: it splits in two
 * N times, and goes on for a while before it ends. With 17 that is 131,072 states, each a few calls
 * deep, with memory of its own on the heap, in a global and in a local variable. What states have in
 * common should be there once. 2 to the power of N paths. */

#include <pikse.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 17
#endif

enum { LARGE = 4096 };

static unsigned char table[LARGE];
static int history[N];

/* Splits at each level, and ends after the deepest. */
static int descend(const unsigned char *bytes, unsigned char *heap, int level)
{
    char name[16];
    memset(name, 'a' + level, sizeof name);
    if (level == N) {
        int sum = 0;
        for (int k = 0; k < N; k++)
            sum += history[k] + heap[k];
        return sum;
    }
    history[level] = (bytes[level] & 1) * level;
    if (bytes[level] >= 128)
        heap[level] = table[level];
    else
        table[level * 64] = (unsigned char)level;
    return descend(bytes, heap, level + 1) + name[level % 16];
}

int main(void)
{
    unsigned char bytes[N];
    pikse_symbolic(bytes, sizeof bytes, "bytes");
    for (int k = 0; k < LARGE; k++)
        table[k] = (unsigned char)(k * 7);
    unsigned char *heap = malloc(LARGE);
    if (!heap)
        return 1;
    memset(heap, 1, LARGE);
    int sum = descend(bytes, heap, 0);
    free(heap);
    return sum == -1;
}
