// exit: 0 1 2
#include <assert.h>
#include <pikse.h>
int main(void)
{
    int n;
    pikse_symbolic(&n, sizeof n, "n");
    pikse_assume(n >= -2 && n <= 2);
    long double table[5] = {-2.0L, -1.0L, 0.0L, 1.0L, 2.0L};
    long double x = table[n + 2];
    assert(x >= -2 && x <= 2);
    if (x < 0) return 0;
    if (x > 0) return 1;
    return 2;
}
