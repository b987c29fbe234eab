// An alarm rings while the program waits for it.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>
static volatile int rang;
static void ring(int signal) { rang++; }
int main(void) {
  signal(SIGALRM, ring);
  assert(alarm(100) == 0 && alarm(1) > 90 && pause() == -1 && errno == EINTR && rang == 1);
  assert(alarm(1) == 0 && sleep(30) > 20 && rang == 2 && alarm(0) == 0 && sleep(0) == 0);
  return 0;
}
