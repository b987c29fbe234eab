#include <stdlib.h>
int *kept;
int main(void)
{
    kept = malloc(4);
    int *gone = malloc(4);
    *gone = 1;
    return 0;
}
