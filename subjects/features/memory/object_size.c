// klee_get_obj_size gives the size of locals, globals and heap memory.
// not replayed: natively the size of an object is not known
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int global[3];
static const char text[] = "abcd";

int main(void) {
  char local[5];
  char *heap = malloc(7);
  assert(klee_get_obj_size(local) == 5);
  assert(klee_get_obj_size(global) == 12);
  assert(klee_get_obj_size((void *)text) == 5);
  assert(klee_get_obj_size(heap) == 7);
  free(heap);
  return 0;
}
