// incomplete: one schedule
// The program ends when its last thread does.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ran;

static void check(void) { assert(ran == 1); }

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    ran = 1;
    pthread_exit(argument);
}

int main(void)
{
    pthread_t thread;
    atexit(check);
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, run, 0);
    pthread_detach(thread);
    pthread_mutex_unlock(&mutex);
    pthread_exit(0);
}
