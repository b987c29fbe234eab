#include <assert.h>
#include <stdarg.h>
struct small { int a; };
struct mixed { double d; long l; };
struct large { long a[5]; };
struct floats { float a, b, c; };
struct odd { char c[7]; };
static long sum(int n, ...)
{
    va_list l, c;
    va_start(l, n);
    va_copy(c, l);
    long r = 0;
    struct small s = va_arg(l, struct small); r += s.a;
    struct mixed m = va_arg(l, struct mixed); r += (long)m.d + m.l;
    struct large g = va_arg(l, struct large); for (int i = 0; i < 5; i++) r += g.a[i];
    struct floats f = va_arg(l, struct floats); r += (long)(f.a + f.b + f.c);
    struct odd o = va_arg(l, struct odd); r += o.c[6];
    __int128 w = va_arg(l, __int128); r += (long)w;
    r += va_arg(l, int);
    va_end(l);
    assert(va_arg(c, struct small).a == s.a);
    va_end(c);
    return r;
}
int main(void)
{
    struct large g = {{1, 2, 3, 4, 5}};
    struct odd o = {{0, 0, 0, 0, 0, 0, 9}};
    assert(sum(1, (struct small){10}, (struct mixed){2.0, 3}, g, (struct floats){1, 2, 3}, o, (__int128)100, 1000) == 10 + 5 + 15 + 6 + 9 + 100 + 1000);
    return 0;
}
