// explore: --cflags=-fsanitize=bounds,local-bounds
// Within a struct only the compiler's check sees it.
#include <pikse.h>

struct S {
    int a[2];
    int b[2];
};

int main(void)
{
    struct S s = {{1, 2}, {3, 4}};
    unsigned k;
    pikse_symbolic(&k, sizeof k, "k");
    if (k > 3)
        return 0;
    return s.a[k] > 4; // error: out-of-bounds
}
