// exit: 143
// A program that kills itself is no error: it ends with the code that a shell shows.
#include <signal.h>
#include <unistd.h>
int main(void) {
  kill(getpid(), SIGTERM);
  return 0;
}
