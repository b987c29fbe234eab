// incomplete: one schedule
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, seen;

static void *reader(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    seen = value;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    pthread_create(&thread, 0, reader, 0);
    value = 7;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    assert(seen == 7);
    return 0;
}
