// incomplete: one schedule
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static _Thread_local int own = 5;
static _Thread_local int array[3];

static void *run(void *argument)
{
    assert(own == 5 && array[1] == 0);
    assert(&own != argument);
    own = 6;
    array[1] = 1;
    errno = 0;
    close(99);
    assert(errno == EBADF);
    return 0;
}

int main(void)
{
    pthread_t thread;
    own = 7;
    errno = 3;
    for (int k = 0; k < 2; k++) {
        pthread_create(&thread, 0, run, &own);
        pthread_join(thread, 0);
    }
    assert(own == 7 && array[1] == 0 && errno == 3);
    return 0;
}
