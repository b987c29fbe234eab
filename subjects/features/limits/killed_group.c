// The signal goes to the whole process group, which the program belongs to. Also that of an error is none then.
// exit: 0
// paths: 3
#include <klee/klee.h>
#include <signal.h>

int main(void)
{
    int x = klee_int("x");
    if (x < 0)
        kill(0, SIGHUP);
    if (x == 11)
        kill(0, SIGSEGV);
    return 0;
}
