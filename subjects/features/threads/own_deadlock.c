// not replayed: it would wait for ever
// A thread locks its own mutex again.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex); // error: abort
    return 0;
}
