// exit: 0 1 2 3
#include <pikse.h>
int main(void)
{
    float f, g;
    pikse_symbolic(&f, sizeof f, "f");
    pikse_symbolic(&g, sizeof g, "g");
    if (f < g) return 0;
    if (f > g) return 1;
    if (f == g) return 2;
    return 3;
}
