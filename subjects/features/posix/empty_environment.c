// A program may be started with an empty environment, and may fill it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
int main(int argc, char **argv, char **envp) {
  assert(environ && !environ[0] && !envp[0] && !getenv("HOME"));
  assert(setenv("A", "1", 0) == 0 && strcmp(getenv("A"), "1") == 0 && strcmp(environ[0], "A=1") == 0);
  assert(setenv("A", "2", 0) == 0 && strcmp(getenv("A"), "1") == 0);
  assert(unsetenv("A") == 0 && !getenv("A") && !environ[0]);
  environ = 0;
  assert(!getenv("A") && unsetenv("A") == 0 && setenv("B", "3", 1) == 0);
  assert(strcmp(getenv("B"), "3") == 0);
  assert(clearenv() == 0 && !getenv("B"));
  return 0;
}
