// incomplete: one schedule
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int before, serial;

static void *run(void *argument)
{
    __atomic_fetch_add(&before, 1, __ATOMIC_SEQ_CST);
    int result = pthread_barrier_wait(&barrier);
    assert(before == 3);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD)
        __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    run(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(serial == 1);
    return 0;
}
