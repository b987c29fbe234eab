// explore: --sym-stdin 2
// The kernel refuses bad pointers with EFAULT.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char *none = (char *)8;
  int made = open("f", O_RDWR | O_CREAT, 0600), null = open("/dev/null", O_RDWR);
  assert(read(0, NULL, 1) == -1 && errno == EFAULT);
  assert(read(0, none, 1) == -1 && errno == EFAULT && read(0, NULL, 0) == 0);
  assert(read(made, NULL, 1) == 0 && read(null, NULL, 1) == 0);
  errno = 0;
  assert(write(made, NULL, 1) == -1 && errno == EFAULT && write(made, NULL, 0) == 0);
  assert(write(null, NULL, 1) == 1);
  errno = 0;
  assert(open(NULL, O_RDONLY) == -1 && errno == EFAULT);
  errno = 0;
  assert(stat("f", (struct stat *)none) == -1 && errno == EFAULT);
  errno = 0;
  assert(mkdir(none, 0700) == -1 && errno == EFAULT);
  assert(read(77, NULL, 1) == -1 && errno == EBADF);
  return 0;
}
