// incomplete: one schedule
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument)
{
    *(int *)argument = pthread_mutex_trylock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int result = -1;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, run, &result);
    pthread_join(thread, 0);
    assert(result == EBUSY);
    return 0;
}
