#include <assert.h>
#include <string.h>
#include <pikse.h>
struct f { unsigned a : 3; int b : 5; unsigned long long c : 40; unsigned : 0; unsigned char d : 1; _Bool e : 1; };
int main(void)
{
    struct f f;
    memset(&f, 0, sizeof f);
    unsigned x;
    pikse_symbolic(&x, sizeof x, "x");
    f.a = x;
    f.b = x;
    f.c = (unsigned long long)x << 10;
    f.d = x;
    f.e = x;
    assert(f.a == (x & 7));
    assert(f.b == (int)((x & 15) - (x & 16)));
    assert(f.c == (((unsigned long long)x << 10) & 0xffffffffffULL));
    assert(f.d == (x & 1));
    assert(f.e == (x != 0));
    f.b++;
    assert(f.a == (x & 7));
    return 0;
}
