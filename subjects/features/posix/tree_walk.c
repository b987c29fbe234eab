// nftw visits every file once, a folder before or after what is in it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int files, folders, links, last;
static int visit(const char *name, const struct stat *s, int kind, struct FTW *place) {
  files += kind == FTW_F, folders += kind == FTW_D || kind == FTW_DP, links += kind == FTW_SL;
  last = kind;
  assert((kind == FTW_F) == S_ISREG(s->st_mode) && place->base == (place->level ? strrchr(name, '/') - name + 1 : 0));
  return 0;
}
static int stop(const char *name, const struct stat *s, int kind) { return 7; }
int main(void) {
  assert(mkdir("w", 0755) == 0 && mkdir("w/in", 0755) == 0 && close(creat("w/in/f", 0600)) == 0 && symlink("f", "w/in/l") == 0);
  assert(nftw("w", visit, 5, FTW_PHYS) == 0 && files == 1 && folders == 2 && links == 1);
  assert(nftw("w", visit, 5, FTW_PHYS | FTW_DEPTH) == 0 && files == 2 && folders == 4 && last == FTW_DP);
  assert(ftw("w", stop, 5) == 7 && ftw("none", stop, 5) == -1 && errno == ENOENT);
  return 0;
}
