#include <pikse.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void)
{
    v4 x = {8, 8, 8, 8}, y = {1, 2, 4, 8};
    int d;
    pikse_symbolic(&d, sizeof d, "d");
    pikse_assume(d >= 0 && d < 3);
    y[2] = d;
    v4 q = x / y; // error: division-by-zero
    return q[2] != 8 / d;
}
