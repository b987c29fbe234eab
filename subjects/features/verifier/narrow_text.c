// explore: --cflags -m32
// not replayed: 32-bit programs are not run natively
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    char text[32];
    assert(snprintf(text, sizeof text, "%d %s %c %ld", 5, "ab", 'x', -7L) == 9);
    assert(strcmp(text, "5 ab x -7") == 0 && strlen(text) == 9);
    char *copy = strdup(text);
    assert(strchr(copy, 'x') == copy + 5 && memcmp(copy, text, 10) == 0);
    free(copy);
    assert(argc == 1 && argv[1] == NULL && strlen(argv[0]) > 0 && atoi("12") == 12);
    printf("%s\n", text);
    return 0;
}
