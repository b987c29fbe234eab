// What C programs are made of, each once.
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big {
    int a[10];
    double d;
};
struct pair {
    float x, y;
};
struct bits {
    unsigned a : 3, b : 5;
    int c : 7;
};
typedef int vector __attribute__((vector_size(16)));

int any_number(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += va_arg(list, int);
    double d = va_arg(list, double);
    struct pair p = va_arg(list, struct pair);
    struct big b = va_arg(list, struct big);
    va_end(copy);
    va_end(list);
    return sum + (int)d + (int)p.y + b.a[3];
}
int calls_any_number(struct pair p, struct big b) { return any_number(3, 1, 2, 3, 4.5, p, b); }
struct big by_value(struct big b) {
    b.a[1]++;
    return b;
}
vector vectors(vector a, vector b, int i) {
    vector c = a * b + (a < b);
    c[i] = 5;
    return c;
}
int element(vector a, int i) { return a[i]; }
__int128 wide(__int128 a, __int128 b) { return a * b / 3 + (a << (int)b); }
_Complex double complex_numbers(_Complex double a, _Complex double b) { return a * b; }
double floats(double x, float y) {
    return floor(x) + fabs(x) + sqrt(x) + fmin(x, y) + ldexp(x, 3) + round(x) + lrint(x) +
           copysign(x, y) + (isnan(x) ? 1 : 0) + (x < y) + (unsigned char)x;
}

atomic_int counter;
int atomics(int x) {
    int expected = 5;
    atomic_fetch_add(&counter, x);
    atomic_compare_exchange_strong(&counter, &expected, x);
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_exchange(&counter, 1) + expected;
}
_Thread_local int mine = 5;
int thread_local_variable(void) { return mine++; }
jmp_buf back;
int jumps_back(void) {
    if (setjmp(back)) return 1;
    longjmp(back, 1);
}
int computed_jump(int x) {
    static void *targets[] = {&&a, &&b, &&c};
    goto *targets[x % 3];
a:
    return 1;
b:
    return 2;
c:
    return x;
}
int variable_length(int n) {
    int a[n];
    memset(a, 0, sizeof a);
    return a[n / 2];
}
int bit_fields(struct bits *p) {
    p->c = p->a + p->b;
    return p->c;
}
int many_ways(int x) {
    switch (x) {
    case 1: return 5;
    case -3: return 8;
    case 100 ... 120: return 9;
    default: return 0;
    }
}
const char *name(int i) {
    switch (i) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    }
    return "?";
}
extern int maybe __attribute__((weak));
extern void perhaps(void) __attribute__((weak));
int weak(void) {
    if (perhaps) perhaps();
    return &maybe ? maybe : 0;
}
int target(void) { return 4; }
int other_name(void) __attribute__((alias("target")));
int (*function)(void) = target;
char *inner = "hello" + 2;
int *odd = &((struct big *)0)->a[3];
volatile int ran;
__attribute__((constructor(200))) void later(void) { ran *= 2; }
__attribute__((constructor(101))) void sooner(void) { ran += 3; }
__attribute__((destructor)) void last(void) { ran = 0; }
int kept(int x) {
    __asm__ volatile("" : "+r"(x) : : "memory");
    return x;
}
int overflows(int a, int b) {
    int r;
    if (__builtin_add_overflow(a, b, &r) || __builtin_mul_overflow(a, b, &r)) return -1;
    return r + __builtin_popcount(a) + __builtin_clz(b) + __builtin_bswap32(a);
}
void *any_type();
int calls_any_type(void) { return any_type(1, 2.0) != 0; }
long double moves(long double x, long double *p) {
    *p = x;
    return x > 0 ? *p : -x;
}
int sum_of(int *p, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += p[i] > 7 ? p[i] : 1;
    return sum;
}
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void sorts(int *p, int n) { qsort(p, n, sizeof *p, compare); }
int main(int argc, char **argv) {
    printf("%s %d\n", argv[0], argc);
    return argc > 1 ? atoi(argv[1]) : 0;
}
