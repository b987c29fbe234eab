// explore: --cflags=-fsanitize=undefined
// Unsigned numbers wrap; signed ones that fit are fine.
#include <assert.h>
#include <pikse.h>

int main(void)
{
    unsigned u;
    signed char s;
    pikse_symbolic(&u, sizeof u, "u");
    pikse_symbolic(&s, sizeof s, "s");
    assert(u - 1 + 1 == u);
    int product = s * s;
    assert(product != -3);
    return 0;
}
