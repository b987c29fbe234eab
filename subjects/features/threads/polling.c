// incomplete: one schedule
// A thread that only looks whether something has changed lets others run.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_done;

static int done(void)
{
    pthread_mutex_lock(&mutex);
    int now = is_done;
    pthread_mutex_unlock(&mutex);
    return now;
}

static void *watch(void *argument)
{
    while (!done())
        ;
    return argument;
}

static void *sleeper(void *argument)
{
    while (!done())
        usleep(1000);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, watch, 0);
    pthread_create(&b, 0, sleeper, 0);
    pthread_mutex_lock(&mutex);
    is_done = 1;
    pthread_mutex_unlock(&mutex);
    assert(pthread_join(a, 0) == 0 && pthread_join(b, 0) == 0);
    return 0;
}
