// explore: --cflags=-fsanitize=undefined
// Each kind of overflow, at its line.
#include <limits.h>
#include <pikse.h>

int main(void)
{
    int which, x = INT_MIN, minus = -1;
    long l = LONG_MAX;
    volatile int sink;
    pikse_symbolic(&which, sizeof which, "which");
    switch (which) {
    case 0:
        sink = x - 1; // error: overflow
        break;
    case 1:
        sink = x * 2; // error: overflow
        break;
    case 2:
        sink = -x; // error: overflow
        break;
    case 3:
        sink = x / minus; // error: overflow
        break;
    case 4:
        sink = (l + 1) != 0; // error: overflow
        break;
    case 5:
        x++;
        sink = x;
        break;
    case 6:
        x--; // error: overflow
        break;
    }
    return 0;
}
