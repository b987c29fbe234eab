// A module without a target and a layout comes second.
// with: with/no_layout_second.ll
#include <assert.h>
struct mixed { char c; long l; __int128 w; };
long read_it(const struct mixed *m);
int main(void) {
  struct mixed m = {1, 20, 300};
  assert(read_it(&m) == 321);
  return 0;
}
