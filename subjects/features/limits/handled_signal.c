// A handler runs, and the program goes on.
// exit: 3
#include <assert.h>
#include <signal.h>

static volatile int seen;

static void on_signal(int number)
{
    seen = number;
}

int main(void)
{
    signal(SIGTERM, on_signal);
    raise(SIGTERM);
    assert(seen == SIGTERM);
    return 3;
}
