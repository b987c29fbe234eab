// exit: 0 1 2 3 4 5 6
#include <pikse.h>
#include <stdint.h>
int main(void)
{
    uint64_t x;
    pikse_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 0: return 0;
    case 0x7fffffffffffffff: return 1;
    case 0x8000000000000000: return 2;
    case 0xffffffffffffffff: return 3;
    case 10 ... 4000000000: return 4;
    case 1: case 2: case 3: return 5;
    default: return 6;
    }
}
