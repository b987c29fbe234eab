// incomplete: one schedule
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int sum;
static thread_local int own = 1;

static int run(void *argument)
{
    mtx_lock(&mutex);
    sum += *(int *)argument + own;
    own = 50;
    mtx_unlock(&mutex);
    return 9;
}

int main(void)
{
    thrd_t a, b;
    int two = 2, three = 3, result;
    assert(mtx_init(&mutex, mtx_plain) == thrd_success);
    assert(thrd_create(&a, run, &two) == thrd_success);
    assert(thrd_create(&b, run, &three) == thrd_success);
    assert(thrd_join(a, &result) == thrd_success && result == 9);
    assert(thrd_join(b, 0) == thrd_success);
    assert(sum == 7 && own == 1);
    mtx_destroy(&mutex);
    return 0;
}
