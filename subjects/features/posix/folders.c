// Folders: made, entered, listed, removed.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  assert(mkdir("d", 0755) == 0 && mkdir("d", 0755) == -1 && errno == EEXIST);
  assert(mkdir("x/y", 0755) == -1 && errno == ENOENT && mkdir("d/e/", 0700) == 0);
  assert(stat("d", &s) == 0 && S_ISDIR(s.st_mode) && (s.st_mode & 0777) == 0755);
  assert(stat("d/e", &s) == 0 && (s.st_mode & 0777) == 0700);
  assert(stat("d/e/..", &s) == 0 && stat("d/../d", &s) == 0);
  assert(rmdir("d") == -1 && errno == ENOTEMPTY && rmdir("d/.") == -1 && errno == EINVAL);
  assert(close(creat("d/f", 0600)) == 0 && rmdir("d/f") == -1 && errno == ENOTDIR);
  assert(unlink("d/e") == -1 && errno == EISDIR && unlink("d/f") == 0 && rmdir("d/e") == 0);
  DIR *dir = opendir("d");
  assert(dir && dirfd(dir) > 2);
  int count = 0;
  for (struct dirent *e; (e = readdir(dir));) {
    assert(e->d_name[0] == '.' && e->d_type == DT_DIR);
    count++;
  }
  assert(count == 2 && closedir(dir) == 0 && rmdir("d") == 0);
  assert(opendir("d") == NULL && errno == ENOENT);
  return 0;
}
