// incomplete: one schedule
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int is_open, passed;

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (!is_open)
        pthread_cond_wait(&go, &mutex);
    passed++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t threads[4];
    for (int k = 0; k < 4; k++)
        pthread_create(&threads[k], 0, run, 0);
    assert(passed == 0);
    pthread_mutex_lock(&mutex);
    is_open = 1;
    pthread_cond_broadcast(&go);
    pthread_mutex_unlock(&mutex);
    for (int k = 0; k < 4; k++)
        pthread_join(threads[k], 0);
    assert(passed == 4);
    return 0;
}
