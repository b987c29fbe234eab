// incomplete: one schedule
// exit: 4
#include <pthread.h>
#include <stdlib.h>

static void *run(void *argument)
{
    exit(4);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
