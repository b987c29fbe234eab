// incomplete: one schedule
#include <pikse.h>
#include <pthread.h>

static void *run(void *argument)
{
    int *p = argument;
    return *p == 5 ? 0 : p; // error: null-pointer
}

int main(void)
{
    pthread_t thread;
    int x = 5, which;
    pikse_symbolic(&which, sizeof which, "which");
    int *p = &x;
    if (which == 9)
        p = 0;
    pthread_create(&thread, 0, run, p);
    pthread_join(thread, 0);
    return 0;
}
