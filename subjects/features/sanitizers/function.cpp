// explore: --cflags=-fsanitize=undefined
// Functions that are called as what they are.
#include <cassert>

static int twice(int x) { return 2 * x; }
typedef int (*Function)(int);

int main()
{
    Function volatile f = twice;
    assert(f(4) == 8);
}
