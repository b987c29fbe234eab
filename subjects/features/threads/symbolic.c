// incomplete: one schedule
// paths: 3
// Each path runs its threads.
#include <assert.h>
#include <pikse.h>
#include <pthread.h>

static int input, result;

static void *run(void *argument)
{
    if (input > 10)
        result = 1;
    else if (input == 3)
        result = 2;
    else
        result = 3;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pikse_symbolic(&input, sizeof input, "input");
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    assert(result >= 1 && result <= 3);
    return 0;
}
