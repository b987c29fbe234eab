// incomplete: one schedule
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *run(void *argument) { return argument; }

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, run, 0);
    pthread_create(&thread, 0, run, 0);
    assert(pthread_join(thread, 0) == 0);
    return 0;
}
