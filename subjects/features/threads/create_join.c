// incomplete: one schedule
#include <assert.h>
#include <pthread.h>

static int order[4], count;

static void *run(void *argument)
{
    order[count++] = (int)(long)argument;
    return (void *)((long)argument * 2);
}

int main(void)
{
    pthread_t a, b;
    void *result;
    assert(pthread_create(&a, 0, run, (void *)1L) == 0);
    assert(pthread_create(&b, 0, run, (void *)2L) == 0);
    assert(!pthread_equal(a, b) && !pthread_equal(a, pthread_self()));
    assert(pthread_join(a, &result) == 0 && result == (void *)2L);
    assert(pthread_join(b, &result) == 0 && result == (void *)4L);
    assert(count == 2 && order[0] + order[1] == 3);
    return 0;
}
