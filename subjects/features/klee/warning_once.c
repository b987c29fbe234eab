// Texts are compared by address; more than fit are all printed.
#include <klee/klee.h>

int main(void)
{
    for (int k = 0; k < 3; k++)
        klee_warning_once("once");
    return 0;
}
