// incomplete: what a child process does is not explored
// No other process can be started.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  assert(fork() == -1 && errno == EAGAIN && system(NULL) != 0 && system("true") == -1);
  assert(popen("true", "r") == NULL && wait(NULL) == -1 && errno == ECHILD);
  return 0;
}
