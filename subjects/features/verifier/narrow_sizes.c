// explore: --cflags -m32
// not replayed: 32-bit programs are not run natively
#include <assert.h>
#include <stddef.h>
struct s { char c; void *p; long long l; short s; };
union u { long l; void *p; double d; };
int main(void)
{
    assert(sizeof(void *) == 4 && sizeof(long) == 4 && sizeof(size_t) == 4 && sizeof(long long) == 8);
    assert(sizeof(struct s) == 20 && offsetof(struct s, p) == 4 && offsetof(struct s, l) == 8);
    assert(sizeof(union u) == 8 && sizeof(double) == 8 && sizeof(int (*)(void)) == 4);
    return 0;
}
