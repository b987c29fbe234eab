// explore: --cflags -m32
// not replayed: 32-bit programs are not run natively
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[8];
int *table[3] = { a, a + 2, &a[7] };
static int get(int **p) { return **p; }
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 8)
        return 0;
    a[2] = 5;
    int *p = &a[i];
    assert(*table[1] == 5 && table[2] - table[0] == 7);
    assert(p >= a && p < a + 8 && get(&p) == a[i]);
    assert((int *)(unsigned long)p == p && ((char *)p - (char *)a) / 4 == (int)i);
    int (*f)(int **) = get;
    assert(f(&table[1]) == 5);
    return 0;
}
