// A file that may be executed and is neither a program nor a script is refused.
// explore: --sym-files 1 4
// exit: 0 1 2
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char *none[] = {"x", 0};
  int f = open("f", O_CREAT | O_WRONLY, 0755);
  assert(f >= 0 && write(f, "text", 4) == 4 && close(f) == 0);
  assert(execv("./f", none) == -1 && errno == ENOEXEC);
  f = open("g", O_CREAT | O_WRONLY, 0755);
  assert(f >= 0 && write(f, "#!/no/such\n", 11) == 11 && close(f) == 0);
  assert(execv("./g", none) == -1 && errno == ENOENT);
  f = open("A", O_RDWR);
  if (f < 0) return 2;
  assert(fchmod(f, 0755) == 0 && close(f) == 0);
  assert(execv("A", none) == -1);
  // It may be a script; then its interpreter is missing, a folder, or a script that is its own interpreter.
  assert(errno == ENOEXEC || errno == ENOENT || errno == EACCES || errno == ELOOP || errno == ENOTDIR);
  return errno != ENOEXEC;
}
