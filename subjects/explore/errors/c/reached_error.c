/* The way in which verifiers are asked whether a place can be reached. */

extern void reach_error(void);
extern void __VERIFIER_assume(int);

int entry(int x)
{
    __VERIFIER_assume(x > 0);
    if (x < 2)
        reach_error(); // error: reached-error
    return 0;
}
