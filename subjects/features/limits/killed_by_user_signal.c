// exit: 0
// paths: 3
#include <klee/klee.h>
#include <signal.h>

int main(void)
{
    int x = klee_int("x");
    if (x == 1)
        raise(SIGUSR1);
    if (x == 2)
        raise(SIGUSR2);
    return 0;
}
