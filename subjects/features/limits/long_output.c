// The beginning of a long output is kept, and compared with a native run.
#include <stdio.h>
#include <string.h>

int main(void)
{
    static char line[4096];
    memset(line, 'x', sizeof line - 1);
    for (int i = 0; i < 600; i++)
        puts(line);
    return 0;
}
