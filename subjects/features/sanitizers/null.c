// explore: --cflags=-fsanitize=undefined
#include <pikse.h>

struct P {
    int x, y;
};

int main(void)
{
    struct P p = {1, 2}, *q = &p;
    int which;
    pikse_symbolic(&which, sizeof which, "which");
    if (which == 1)
        q = 0;
    return q->y == 3; // error: null-pointer
}
