// paths: 6
#include <assert.h>
#include <klee/klee.h>

static int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

int main(void)
{
    int n = klee_range(1, 7, "n");
    assert(factorial(n) >= n);
    assert(n != 6 || factorial(n) == 720);
    return 0;
}
