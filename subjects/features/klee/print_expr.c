// paths: 1
#include <klee/klee.h>

int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_print_expr("without a value");
    klee_print_expr("x is", x);
    klee_print_expr("sum", x + 1L);
    klee_print_expr("number", 3);
    klee_print_range("range", x);
    return 0;
}
