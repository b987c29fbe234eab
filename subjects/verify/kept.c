#include <stdlib.h>
int *kept;
int main(void)
{
    kept = malloc(4);
    return 0;
}
