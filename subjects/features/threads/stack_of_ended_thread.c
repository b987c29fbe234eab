// incomplete: one schedule
#include <pthread.h>

static void *run(void *argument)
{
    int local = 3;
    *(int **)argument = &local;
    return 0;
}

int main(void)
{
    pthread_t thread;
    int *p = 0;
    pthread_create(&thread, 0, run, &p);
    pthread_join(thread, 0);
    return *p == 3 ? 0 : 1; // error: use-after-return
}
