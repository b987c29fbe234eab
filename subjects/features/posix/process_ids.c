// One process, which leads its group.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
int main(void) {
  assert(getpid() > 1 && getpgrp() == getpid() && getpgid(0) == getpid() && kill(getpid(), 0) == 0 && kill(0, 99) == -1 && errno == EINVAL);
  assert(setsid() == -1 && errno == EPERM && setpgid(0, 0) == 0);
  assert(nice(3) == 3 && getpriority(PRIO_PROCESS, 0) == 3 && setpriority(PRIO_PROCESS, 0, 1) == -1 && errno == EACCES);
  struct rlimit r;
  assert(getrlimit(RLIMIT_NOFILE, &r) == 0 && r.rlim_cur == 1024 && sysconf(_SC_OPEN_MAX) == 1024 && getrlimit(99, &r) == -1 && errno == EINVAL);
  assert(sysconf(_SC_PAGESIZE) == 4096 && pathconf("/", _PC_NAME_MAX) == 255 && sysconf(-1) == -1);
  return 0;
}
