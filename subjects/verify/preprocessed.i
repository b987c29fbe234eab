# 1 "preprocessed.c"
# 1 "<built-in>"
# 1 "/usr/include/stdlib.h" 1 3 4
typedef __builtin_va_list __gnuc_va_list;
typedef unsigned long int size_t;
extern _Float128 strtof128 (const char *__restrict __nptr, char **__restrict __endptr);
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern __inline __attribute__ ((__gnu_inline__)) int twice (int x) { return 2 * x; }
# 3 "preprocessed.c" 2
void reach_error() { abort(); }
int __VERIFIER_nondet_int();
old_style(a, b) int a; int b; { return a - b; }
int main()
{
    int x = __VERIFIER_nondet_int();
    if (old_style(twice(x), 6) == 0)
        reach_error();
    return 0;
}
