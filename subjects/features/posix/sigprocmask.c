#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
static volatile int got;
static void handler(int n) { got = n; }
int main(void)
{
    struct sigaction a = {0}, old;
    a.sa_handler = handler;
    sigemptyset(&a.sa_mask);
    assert(sigaction(SIGUSR1, &a, NULL) == 0);
    assert(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == handler);
    sigset_t s, pending;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    assert(sigprocmask(SIG_BLOCK, &s, NULL) == 0);
    assert(raise(SIGUSR1) == 0 && got == 0);
    assert(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1) == 1);
    assert(sigprocmask(SIG_UNBLOCK, &s, NULL) == 0);
    assert(got == SIGUSR1);
    assert(sigprocmask(77, &s, NULL) == -1 && errno == EINVAL);
    assert(signal(SIGUSR2, SIG_IGN) == SIG_DFL);
    assert(raise(SIGUSR2) == 0);
    assert(sigaction(SIGKILL, &a, NULL) == -1 && errno == EINVAL);
    return 0;
}
