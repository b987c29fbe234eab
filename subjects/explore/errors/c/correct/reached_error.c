/* A place that cannot be reached. */

extern void reach_error(void);
extern void __VERIFIER_assume(int);

int entry(int x)
{
    __VERIFIER_assume(x > 1);
    if (x < 2)
        reach_error();
    return 0;
}
