// The signal goes to the whole process group, which the program belongs to.
// exit: 0
// paths: 2
#include <klee/klee.h>
#include <signal.h>

int main(void)
{
    if (klee_int("x") < 0)
        kill(0, SIGHUP);
    return 0;
}
