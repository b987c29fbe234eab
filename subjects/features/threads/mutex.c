// incomplete: one schedule
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *run(void *argument)
{
    for (int k = 0; k < 100; k++) {
        pthread_mutex_lock(&mutex);
        int before = counter;
        if (k % 10 == 0)
            sched_yield();
        counter = before + 1;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (int k = 0; k < 3; k++)
        assert(pthread_create(&threads[k], 0, run, 0) == 0);
    for (int k = 0; k < 3; k++)
        assert(pthread_join(threads[k], 0) == 0);
    assert(counter == 300);
    return 0;
}
