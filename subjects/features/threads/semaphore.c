// incomplete: one schedule
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready, done;
static int value;

static void *run(void *argument)
{
    sem_wait(&ready);
    value *= 2;
    sem_post(&done);
    return argument;
}

int main(void)
{
    pthread_t thread;
    int now;
    sem_init(&ready, 0, 0);
    sem_init(&done, 0, 0);
    assert(sem_trywait(&ready) == -1 && errno == EAGAIN);
    pthread_create(&thread, 0, run, 0);
    value = 21;
    sem_post(&ready);
    sem_wait(&done);
    assert(value == 42);
    sem_getvalue(&done, &now);
    assert(now == 0);
    pthread_join(thread, 0);
    sem_destroy(&ready);
    return 0;
}
