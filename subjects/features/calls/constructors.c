// exit: 42
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static int order;
__attribute__((constructor(101))) static void early(void) { assert(order == 0); order = 1; }
__attribute__((constructor)) static void later(void) { assert(order == 1); order = 2; }
__attribute__((destructor)) static void last(void) { assert(order == 5); puts("last"); _Exit(42); }
static void first_registered(void) { assert(order == 4); order = 5; }
static void second_registered(void) { assert(order == 3); order = 4; }
int main(void)
{
    assert(order == 2);
    atexit(first_registered);
    atexit(second_registered);
    order = 3;
    return 0;
}
