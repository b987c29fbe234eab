extern void abort(void);
void reach_error() { abort(); }
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char n = __VERIFIER_nondet_uchar();
    assume_abort_if_not(n > 1 && n < 40);
    unsigned rest = n, product = 1;
    for (unsigned factor = 2; rest > 1; factor++) {
        while (rest % factor == 0) {
            rest /= factor;
            product *= factor;
        }
    }
    __VERIFIER_assert(product == n);
    return 0;
}
