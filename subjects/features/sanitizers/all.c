// explore: --cflags=-fsanitize=undefined
#include <limits.h>
#include <pikse.h>
int main(void)
{
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 1: return INT_MAX + x; // error: overflow
    case 2: return INT_MIN - x; // error: overflow
    case 3: return INT_MAX / 2 * x; // error: overflow
    case 4: return -(INT_MIN + x - 4); // error: overflow
    case 5: return 1 << (x + 27); // error: shift
    case 6: return -1 << (x - 6); // error: shift
    case 7: return 5 % (x - 7); // error: division-by-zero
    case 8: return INT_MIN / (7 - x); // error: overflow
    case 9: { int a[3] = {0}; return a[x - 6]; } // error: out-of-bounds
    case 10: { int *p = (int *)(long)(x - 10); return *p; } // error: null-pointer

    case 12: { int n = x - 13; int v[n]; return sizeof v; } // error: out-of-bounds
    case 13: { double d = x * 1e300; return (int)d; } // error: overflow
    case 14: __builtin_unreachable(); // error: unreachable
    case 15: { _Bool b; *(char *)&b = (char)(x - 12); return b; } // error: broken-promise
    default: return 0;
    }
}
