// klee_get_obj_size needs the start of an object.
// not replayed: natively the size of an object is not known
#include <klee/klee.h>

int main(void) {
  char local[5];
  return (int)klee_get_obj_size(local + 1); // error: wild-pointer
}
