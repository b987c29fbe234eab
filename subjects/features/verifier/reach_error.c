// The declared error function.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x % 2 == 0 && x > 4294967293u)
        reach_error(); // error: reached-error
    return 0;
}
