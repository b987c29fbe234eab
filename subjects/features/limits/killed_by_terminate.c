// A program that ends itself by a signal has no error, and no exit code.
// exit: 0
// paths: 2
#include <klee/klee.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
    if (klee_int("x") == 7)
        kill(getpid(), SIGTERM);
    return 0;
}
