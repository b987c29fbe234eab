// exit: 0
// paths: 6
#include <assert.h>
#include <klee/klee.h>
int main(void)
{
    char a[4] = {0, 1, 2, 3};
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n == 0) a[0] = 9;
    else if (n == 1) a[1] = 9;
    else if (n == 2) a[2] = 9;
    else if (n < 5) a[3] = n;
    else a[3] = 7;
    if (n == 4) assert(a[3] == 4);
    assert(a[0] == (n == 0 ? 9 : 0));
    return 0;
}
