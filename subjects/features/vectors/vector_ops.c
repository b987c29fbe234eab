#include <assert.h>
#include <pikse.h>
typedef unsigned v4 __attribute__((vector_size(16)));
typedef int s4 __attribute__((vector_size(16)));
typedef unsigned char b8 __attribute__((vector_size(8)));
int main(void)
{
    v4 x, y;
    pikse_symbolic(&x, sizeof x, "x");
    pikse_symbolic(&y, sizeof y, "y");
    v4 sum = x + y, xor = x ^ y, shift = x >> 3;
    for (int i = 0; i < 4; i++) {
        assert(sum[i] == x[i] + y[i]);
        assert(xor[i] == (x[i] ^ y[i]));
        assert(shift[i] == x[i] >> 3);
    }
    s4 less = x < y;
    for (int i = 0; i < 4; i++)
        assert(less[i] == -(x[i] < y[i]));
    v4 mixed = __builtin_shufflevector(x, y, 0, 5, -1, 7);
    assert(mixed[0] == x[0] && mixed[1] == y[1] && mixed[3] == y[3]);
    b8 small = {1, 2, 3, 4, 5, 6, 7, 8};
    small *= 100;
    assert(small[2] == 44);
    return 0;
}
