// explore: --cflags -m32 --ub
// not replayed: 32-bit programs are not run natively
extern long __VERIFIER_nondet_long(void);
int main(void)
{
    long x = __VERIFIER_nondet_long();
    return x + 1 > x ? 0 : 0; // error: overflow
}
