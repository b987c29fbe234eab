// incomplete: one schedule
// A producer and a consumer with a buffer of one element.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, element, sum;

static void *consume(void *argument)
{
    for (int k = 0; k < 5; k++) {
        pthread_mutex_lock(&mutex);
        while (!full)
            pthread_cond_wait(&changed, &mutex);
        sum += element;
        full = 0;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, consume, 0);
    for (int k = 1; k <= 5; k++) {
        pthread_mutex_lock(&mutex);
        while (full)
            pthread_cond_wait(&changed, &mutex);
        element = k;
        full = 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, 0);
    assert(sum == 15);
    return 0;
}
