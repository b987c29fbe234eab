// readdir gives every name once; positions can be restored; scandir sorts.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int visible(const struct dirent *e) { return e->d_name[0] != '.'; }
int main(void) {
  assert(mkdir("l", 0755) == 0 && close(creat("l/b", 0600)) == 0 && close(creat("l/a", 0600)) == 0);
  assert(mkdir("l/c", 0755) == 0 && symlink("a", "l/d") == 0);
  struct dirent **all;
  assert(scandir("l", &all, visible, alphasort) == 4);
  assert(!strcmp(all[0]->d_name, "a") && all[0]->d_type == DT_REG && !strcmp(all[1]->d_name, "b"));
  assert(!strcmp(all[2]->d_name, "c") && all[2]->d_type == DT_DIR && all[3]->d_type == DT_LNK);
  for (int i = 0; i < 4; i++) free(all[i]);
  free(all);
  DIR *dir = opendir("l");
  int first = 0, second = 0;
  long place = telldir(dir);
  while (readdir(dir)) first++;
  seekdir(dir, place);
  while (readdir(dir)) second++;
  assert(first == 6 && second == 6);
  rewinddir(dir);
  struct stat s;
  for (struct dirent *e; (e = readdir(dir));) assert(fstatat(dirfd(dir), e->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0);
  return closedir(dir);
}
