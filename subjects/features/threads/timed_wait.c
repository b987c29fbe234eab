// Nothing signals, so the time passes.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&never, &mutex, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    return 0;
}
