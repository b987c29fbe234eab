// incomplete: mincore fails for memory that is no mapping
// Which pages of a mapping are in memory.
#include <assert.h>
#include <errno.h>
#include <sys/mman.h>
int main(void) {
  unsigned char in[3] = {0, 0, 7};
  char *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(p != MAP_FAILED);
  p[0] = p[4096] = 1;
  assert(mincore(p, 8192, in) == 0 && (in[0] & 1) && (in[1] & 1) && in[2] == 7);
  assert(mincore(p + 4096, 4096, in) == 0);
  assert(mincore(p + 1, 4096, in) == -1 && errno == EINVAL);
  assert(mincore((void *)4096, 4096, in) == -1 && errno == ENOMEM);
  return 0;
}
