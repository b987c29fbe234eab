// Permissions of an owner who is not root.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  assert(umask(027) == 022 && close(creat("f", 0666)) == 0 && stat("f", &s) == 0 && (s.st_mode & 07777) == 0640);
  assert(access("f", R_OK | W_OK) == 0 && access("f", X_OK) == -1 && errno == EACCES && access("f", F_OK) == 0);
  assert(chmod("f", 0400) == 0 && open("f", O_WRONLY) == -1 && errno == EACCES && open("f", O_RDONLY) >= 0);
  assert(truncate("f", 1) == -1 && errno == EACCES && chmod("f", 0) == 0 && open("f", O_RDONLY) == -1);
  assert(mkdir("d", 0777) == 0 && stat("d", &s) == 0 && (s.st_mode & 07777) == 0750);
  assert(close(creat("d/x", 0600)) == 0 && chmod("d", 0500) == 0);
  assert(creat("d/y", 0600) == -1 && errno == EACCES && unlink("d/x") == -1 && errno == EACCES);
  assert(chmod("d", 0600) == 0 && stat("d/x", &s) == -1 && errno == EACCES && chmod("d", 0700) == 0);
  assert(chown("f", 0, -1) == -1 && errno == EPERM && chown("f", -1, -1) == 0 && chown("f", getuid(), getgid()) == 0);
  assert(chmod("/", 0777) == -1 && errno == EPERM && creat("/new", 0600) == -1 && errno == EACCES);
  assert(getuid() != 0 && geteuid() == getuid() && setuid(0) == -1 && errno == EPERM && setuid(getuid()) == 0);
  return unlink("d/x");
}
