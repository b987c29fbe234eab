// explore: --cflags=-fsanitize=float-cast-overflow
#include <pikse.h>

int main(void)
{
    double values[] = {1.5, -3.0, 1e10};
    unsigned k;
    pikse_symbolic(&k, sizeof k, "k");
    if (k > 2)
        return 0;
    double value = k == 0 ? values[0] : k == 1 ? values[1] : values[2];
    return (int)value == 77; // error: overflow
}
