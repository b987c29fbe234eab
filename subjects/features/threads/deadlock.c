// incomplete: one schedule
// Two threads wait for each other, and the first one for both.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *argument)
{
    pthread_mutex_lock(&a);
    sched_yield();
    pthread_mutex_lock(&b);
    return argument;
}

static void *second(void *argument)
{
    pthread_mutex_lock(&b);
    sched_yield();
    pthread_mutex_lock(&a); // error: abort
    return argument;
}

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, 0, first, 0);
    pthread_create(&y, 0, second, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
