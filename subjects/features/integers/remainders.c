// Signs of remainders.
#include <assert.h>
#include <pikse.h>
int main(void)
{
    int x, y;
    pikse_symbolic(&x, sizeof x, "x");
    pikse_symbolic(&y, sizeof y, "y");
    pikse_assume(x >= -20 && x <= 20);
    pikse_assume(y >= -3 && y <= 3 && y != 0);
    int r = x % y;
    assert(r == x - x / y * y);
    assert(r == 0 || (r < 0) == (x < 0));
    long long big = -10;
    assert(big % 3 == -1 && (unsigned char)(big % 3) == 255);
    short s = (short)x;
    assert(s % y == r);
    return 0;
}
