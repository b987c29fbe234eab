// Settings of threads are kept.
// incomplete: one schedule was run
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
static sem_t *done;
static void *run(void *argument) {
  sem_post(done);
  return argument;
}
int main(void) {
  pthread_mutexattr_t m;
  pthread_condattr_t c;
  pthread_rwlockattr_t r;
  pthread_t t;
  int value, policy;
  struct sched_param parameter;
  pthread_mutexattr_init(&m);
  assert(pthread_mutexattr_settype(&m, PTHREAD_MUTEX_RECURSIVE) == 0 && pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_getpshared(&m, &value) == 0 && value == PTHREAD_PROCESS_SHARED && pthread_mutexattr_gettype(&m, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
  pthread_condattr_init(&c);
  assert(pthread_condattr_setclock(&c, CLOCK_MONOTONIC) == 0 && pthread_condattr_getclock(&c, &value) == 0 && value == CLOCK_MONOTONIC);
  pthread_rwlockattr_init(&r);
  assert(pthread_rwlockattr_getpshared(&r, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  done = sem_open("/done", O_CREAT | O_EXCL, 0600, 0);
  assert(done != SEM_FAILED && pthread_create(&t, 0, run, &value) == 0 && sem_wait(done) == 0);
  void *result;
  assert(pthread_join(t, &result) == 0 && result == &value && sem_close(done) == 0 && sem_unlink("/done") == 0);
  assert(pthread_kill(pthread_self(), 0) == 0 && pthread_getschedparam(pthread_self(), &policy, &parameter) == 0 && policy == SCHED_OTHER);
  assert(pthread_atfork(0, 0, 0) == 0 && sched_get_priority_max(SCHED_FIFO) == 99);
  return 0;
}
