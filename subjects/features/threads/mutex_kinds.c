// One thread: recursive and checking mutexes.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    for (int k = 0; k < 3; k++)
        assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutex_destroy(&mutex) == 0);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attributes);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    return 0;
}
