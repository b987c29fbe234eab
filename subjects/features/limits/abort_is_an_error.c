#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc == 1)
        abort(); // error: abort
    return 0;
}
