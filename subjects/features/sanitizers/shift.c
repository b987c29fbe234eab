// explore: --cflags=-fsanitize=undefined
#include <pikse.h>

int main(void)
{
    int which, one = 1, by = 32, minus = -1;
    volatile int sink;
    pikse_symbolic(&which, sizeof which, "which");
    switch (which) {
    case 0:
        sink = one << by; // error: shift
        break;
    case 1:
        sink = one >> minus; // error: shift
        break;
    case 2:
        sink = minus << 1; // error: shift
        break;
    case 3:
        sink = 3 << 30 >> by; // error: shift
        break;
    case 4:
        sink = one << 30;
        break;
    }
    return 0;
}
