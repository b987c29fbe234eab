// Nothing sends the signal: the program waits for ever, which is not an error.
// exit: 0
// paths: 2
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
    if (klee_int("x") == 5)
        pause();
    return 0;
}
