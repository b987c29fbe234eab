// Signals that a program sends itself: handled, blocked, pending.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
static int seen;
static void handle(int signal) { seen += signal; }
int main(void) {
  struct sigaction a = {0}, old;
  a.sa_handler = handle;
  assert(sigaction(SIGUSR1, &a, NULL) == 0 && sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == handle);
  assert(raise(SIGUSR1) == 0 && seen == SIGUSR1 && kill(getpid(), SIGUSR1) == 0 && seen == 2 * SIGUSR1);
  sigset_t set, was, pending;
  sigemptyset(&set), sigaddset(&set, SIGUSR1), seen = 0;
  assert(sigprocmask(SIG_BLOCK, &set, &was) == 0 && raise(SIGUSR1) == 0 && raise(SIGUSR1) == 0 && seen == 0);
  assert(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1) == 1 && sigismember(&pending, SIGUSR2) == 0);
  assert(sigprocmask(SIG_SETMASK, &was, NULL) == 0 && seen == SIGUSR1);
  assert(signal(SIGUSR2, SIG_IGN) == SIG_DFL && raise(SIGUSR2) == 0 && raise(SIGCHLD) == 0);
  assert(sigaction(SIGKILL, &a, NULL) == -1 && errno == EINVAL && raise(99) == -1 && errno == EINVAL && kill(getpid(), 0) == 0);
  assert(!strcmp(strsignal(SIGINT), "Interrupt") && !strcmp(strsignal(SIGSEGV), "Segmentation fault"));
  return 0;
}
