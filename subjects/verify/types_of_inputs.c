extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "task.c", 5, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } return; }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern __int128 __VERIFIER_nondet_int128(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned __VERIFIER_nondet_gfp_t(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
struct pair { int a; short b; };
int main(void)
{
    struct pair pair;
    __VERIFIER_nondet_memory(&pair, sizeof pair);
    __VERIFIER_atomic_begin();
    bool b = __VERIFIER_nondet_bool();
    __VERIFIER_assert(b == 0 || b == 1);
    __VERIFIER_atomic_end();
    long sum = __VERIFIER_nondet_char() + __VERIFIER_nondet_uchar() + __VERIFIER_nondet_short();
    sum += __VERIFIER_nondet_ushort();
    __VERIFIER_assert(sum >= -128 - 32768 && sum <= 127 + 255 + 32767 + 65535);
    if (__VERIFIER_nondet_long() == -5 && __VERIFIER_nondet_ulong() == ~0ul
        && __VERIFIER_nondet_longlong() == -1 && __VERIFIER_nondet_int128() == ((__int128)1 << 100)
        && __VERIFIER_nondet_unsigned() == 7u && __VERIFIER_nondet_size_t() == 8
        && __VERIFIER_nondet_gfp_t() == 9 && pair.b == -2)
        reach_error();
    return 0;
}
