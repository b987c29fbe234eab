// The older error function.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void)
{
    if (__VERIFIER_nondet_int() == 77)
        __VERIFIER_error(); // error: reached-error
    return 0;
}
