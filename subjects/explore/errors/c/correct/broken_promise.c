/* A promise to the compiler that holds. */
// options: ub

int entry(unsigned x)
{
    x %= 41;
    __builtin_assume(x != 41);
    return x == 41;
}
