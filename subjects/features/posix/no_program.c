// Programs that do not exist cannot be started.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  char *none[] = {"x", 0};
  assert(execv("no", none) == -1 && errno == ENOENT && execvp("nosuchprogram", none) == -1 && errno == ENOENT);
  assert(close(creat("f", 0644)) == 0 && execv("./f", none) == -1 && errno == EACCES && execl("f/x", "x", (char *)0) == -1 && errno == ENOTDIR);
  assert(execvp("", none) == -1 && errno == ENOENT && execv(".", none) == -1 && errno == EACCES && wait(NULL) == -1 && errno == ECHILD);
  return 0;
}
