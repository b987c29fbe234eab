// explore: --sym-args 1 1 1 --sym-files 2 1
// exit: 0 1 2 3
// A symbolic name may be that of one of two symbolic files. Each file has permissions of its own.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
  struct stat s;
  if (stat(argv[1], &s) < 0 || !S_ISREG(s.st_mode))
    return 1;
  int fd = open(argv[1], O_RDONLY);
  if (fd < 0)
    return 2;
  char byte;
  if (read(fd, &byte, 1) == 1 && byte == 'x')
    return 3;
  return 0;
}
