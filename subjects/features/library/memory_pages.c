// Memory beyond malloc.
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  strcpy(p, "kept");
  p = mremap(p, 4096, 3 * 4096, MREMAP_MAYMOVE);
  assert(p != MAP_FAILED && !strcmp(p, "kept") && p[3 * 4096 - 1] == 0 && mlock(p, 4096) == 0 && munlock(p, 4096) == 0);
  assert(posix_madvise(p, 4096, POSIX_MADV_WILLNEED) == 0 && munmap(p, 3 * 4096) == 0);
  char *end = sbrk(0), *more = sbrk(100);
  assert(more == end && (char *)sbrk(0) == end + 100);
  memset(more, 1, 100);
  assert(brk(end) == 0 && sbrk(0) == end && mallopt(M_MMAP_THRESHOLD, 1 << 20) == 1);
  malloc_trim(0);
  return 0;
}
