#include <pikse.h>
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*table[3])(int) = {one, two, 0};
int main(void)
{
    unsigned i;
    pikse_symbolic(&i, sizeof i, "i");
    pikse_assume(i < 3);
    int r = table[i](1); // error: null-pointer
    return r - 2 - (int)i;
}
