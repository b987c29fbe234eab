// explore: --leaks
// exit: 0
// A local variable still points to the memory when the program exits.
#include <stdlib.h>
static void stop(int **p)
{
    **p = 1;
    exit(0);
}
int main(void)
{
    int *p = malloc(sizeof *p);
    stop(&p);
    return 1;
}
