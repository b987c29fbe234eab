extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "task.c", 5, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } return; }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
extern int __VERIFIER_nondet_int();
int main()
{
    int n = __VERIFIER_nondet_int(), i, sum = 0;
    assume_abort_if_not(n >= 0 && n <= 5);
    for (i = 0; i <= n; i++)
        sum += i;
    __VERIFIER_assert(2 * sum == n * (n + 1));
    __VERIFIER_assert(i == n);
}
