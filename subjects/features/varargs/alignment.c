#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
static void check(int n, ...)
{
    va_list l;
    va_start(l, n);
    assert(va_arg(l, int) == 1);
    assert(va_arg(l, long double) == 2.5L);
    assert(va_arg(l, double) == 3.5);
    assert(va_arg(l, long double) == 4.5L);
    assert(va_arg(l, char *)[0] == 'x');
    assert(va_arg(l, __int128) == 6);
    va_end(l);
}
static int format(char *b, const char *f, ...) { va_list l; va_start(l, f); int n = vsprintf(b, f, l); va_end(l); return n; }
int main(void)
{
    check(0, 1, 2.5L, 3.5, 4.5L, "x", (__int128)6);
    char b[64];
    assert(format(b, "%d %s %c %5.2f %lx %p %%", 5, "str", 'c', 3.14159, 0xabcdefL, (void *)0) > 0);
    return 0;
}
