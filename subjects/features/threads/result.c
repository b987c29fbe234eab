// incomplete: thread
#include <assert.h>
#include <pthread.h>
static int value;
static void *set(void *p) { value = *(int *)p; return p; }
int main(void)
{
    pthread_t t;
    int n = 5;
    void *r;
    assert(pthread_create(&t, 0, set, &n) == 0);
    assert(pthread_join(t, &r) == 0 && r == &n);
    assert(value == 5);
    assert(pthread_equal(pthread_self(), pthread_self()));
    return 0;
}
