/* A promise to the compiler that does not always hold. */
// options: ub

int entry(unsigned x)
{
    __builtin_assume(x != 41); // error: broken-promise
    return x == 41;
}
