// incomplete: one schedule
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int made, destroyed;

static void destroy(void *value) { destroyed += *(int *)value; }
static void make(void)
{
    made++;
    pthread_key_create(&key, destroy);
}

static void *run(void *argument)
{
    pthread_once(&once, make);
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, argument);
    assert(pthread_getspecific(key) == argument);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, ten = 10, other = 100;
    pthread_once(&once, make);
    pthread_setspecific(key, &other);
    pthread_create(&a, 0, run, &one);
    pthread_create(&b, 0, run, &ten);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(made == 1 && destroyed == 11);
    assert(pthread_getspecific(key) == &other);
    return 0;
}
