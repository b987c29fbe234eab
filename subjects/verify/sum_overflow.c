extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned u = (unsigned)a * 3u;
    if (a > 0 && b > 0)
        return (a + b) > 0 ? (int)(u & 1) : 0;
    return 0;
}
