// What needs other processes or libraries fails, as on a system that has none.
// incomplete: fork and similar calls fail
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
int main(void) {
  char *const arguments[] = {"true", 0};
  pid_t child;
  assert(posix_spawnp(&child, "true", 0, 0, arguments, 0) == EAGAIN);
  assert(!popen("true", "r"));
  assert(!dlopen("libnone.so", RTLD_NOW) && strstr(dlerror(), "libnone.so") && !dlerror());
  openlog("program", 0, LOG_USER);
  syslog(LOG_INFO, "message %d", 1);
  closelog();
  char *name = tempnam("/tmp", "abc");
  assert(name && !strncmp(name, "/tmp/abc", 8));
  free(name);
  return 0;
}
