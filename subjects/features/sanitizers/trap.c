// explore: --cflags=@with/trap.flags
// Traps have the number of their check.
#include <pikse.h>

int main(void)
{
    int x, a[2] = {0, 0}, *p = a;
    pikse_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 2147483647:
        return x + 1 == 0; // error: overflow
    case -2147483647:
        return x - 2 == 0; // error: overflow
    case 1000000:
        return x * x == 0; // error: overflow
    case 7:
        return 1 << (x * 5) == 0; // error: shift
    case 8:
        return x / (x - 8); // error: division-by-zero
    case 9:
        return a[x]; // error: out-of-bounds
    case 10:
        p = 0;
    }
    return *p; // error: null-pointer
}
