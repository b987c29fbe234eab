// Library functions are called by their addresses.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <ctype.h>
int main(void)
{
    size_t (*length)(const char *) = strlen;
    void *(*get)(size_t) = malloc;
    void (*put)(void *) = free;
    int (*print)(const char *, ...) = printf;
    double (*root)(double) = sqrt;
    int (*up)(int) = toupper;
    void *(*copy)(void *, const void *, size_t) = memcpy;
    char *p = get(6);
    copy(p, "hello", 6);
    assert(length(p) == 5);
    assert(print("%s %d\n", p, 1) == 8);
    assert(root(16) == 4 && up('x') == 'X');
    put(p);
    return 0;
}
