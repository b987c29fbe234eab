#include <pikse.h>
#include <stdint.h>
int main(void)
{
    uintptr_t p;
    pikse_symbolic(&p, sizeof p, "p");
    if (p == 0)
        return *(char *)p; // error: null-pointer
    int local = 3;
    if (p == (uintptr_t)&local)
        return *(int *)p != 3;
    return 0;
}
// not replayed: a native run has other addresses
