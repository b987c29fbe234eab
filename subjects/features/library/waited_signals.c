// Signals that wait until the program takes them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
static int seen, value;
static void handler(int signal, siginfo_t *information, void *context) {
  seen = signal;
  value = information->si_code == SI_QUEUE ? information->si_value.sival_int : -1;
}
int main(void) {
  sigset_t a, b, both;
  sigemptyset(&a);
  sigemptyset(&b);
  assert(sigisemptyset(&a));
  sigaddset(&a, SIGUSR1);
  sigaddset(&b, SIGUSR2);
  sigorset(&both, &a, &b);
  assert(sigismember(&both, SIGUSR1) && sigismember(&both, SIGUSR2) && sigandset(&b, &both, &a) == 0 && !sigismember(&b, SIGUSR2));
  assert(sigprocmask(SIG_BLOCK, &both, 0) == 0);
  int taken;
  raise(SIGUSR1);
  assert(sigwait(&both, &taken) == 0 && taken == SIGUSR1);
  union sigval v = {.sival_int = 5};
  siginfo_t information;
  assert(sigqueue(getpid(), SIGUSR2, v) == 0 && sigwaitinfo(&both, &information) == SIGUSR2);
  assert(information.si_code == SI_QUEUE && information.si_value.sival_int == 5);
  struct timespec none = {0, 0};
  assert(sigtimedwait(&both, 0, &none) == -1 && errno == EAGAIN);
  struct sigaction action = {0};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, 0);
  v.sival_int = 9;
  assert(sigqueue(getpid(), SIGUSR1, v) == 0 && seen == 0 && sigrelse(SIGUSR1) == 0 && seen == SIGUSR1 && value == 9);
  assert(sighold(SIGUSR1) == 0 && sigignore(SIGUSR2) == 0 && sigset(SIGUSR1, SIG_DFL) == SIG_HOLD);
  return 0;
}
