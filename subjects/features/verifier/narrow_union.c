// explore: --cflags -m32
// not replayed: 32-bit programs are not run natively
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
union u { long l; unsigned char b[4]; void *p; };
int main(void)
{
    union u u;
    u.l = __VERIFIER_nondet_long();
    if (u.b[0] == 1 && u.b[1] == 2 && u.b[2] == 3 && u.b[3] == 0x84)
        assert(u.l == (long)0x84030201ul && (unsigned long)u.p == 0x84030201ul);
    return 0;
}
