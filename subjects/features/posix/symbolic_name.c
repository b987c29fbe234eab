// explore: --sym-arg 2 --sym-files 1 1
// exit: 0 1 2 3 4
// A symbolic name is the file, the folder, nothing, or no name.
#include <errno.h>
#include <sys/stat.h>
int main(int argc, char **argv) {
  struct stat s;
  if (argc < 2) return 9;
  if (stat(argv[1], &s) == 0) {
    if (S_ISREG(s.st_mode)) return 0;
    return 1;
  }
  if (errno == ENOTDIR) return 4;
  if (argv[1][0] == 0) return 2;
  return errno == ENOENT ? 3 : 5;
}
