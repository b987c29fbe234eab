// explore: --cflags -m32
// not replayed: 32-bit programs are not run natively
#include <assert.h>
#include <stdarg.h>
static int sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    int result = 0;
    for (int i = 0; i < n; i++)
        result += va_arg(list, int);
    result += *va_arg(list, int *);
    result += (int)va_arg(list, long long);
    result += (int)va_arg(list, double);
    va_end(list);
    return result;
}
int main(void)
{
    int x = 100;
    assert(sum(2, 1, 2, &x, 1000LL, 10000.0) == 11103);
    return 0;
}
