#include <signal.h>

int main(void)
{
    raise(SIGABRT); // error: abort
    return 0;
}
