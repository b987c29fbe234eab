// exit: 0 3
#include <assert.h>
#include <setjmp.h>
#include <pikse.h>
static jmp_buf buffer;
static void deep(int n) { if (n == 0) longjmp(buffer, 3); deep(n - 1); }
int main(void)
{
    volatile int count = 0;
    int x;
    pikse_symbolic(&x, sizeof x, "x");
    int r = setjmp(buffer);
    if (r == 3) { assert(count == 1); return 3; }
    assert(r == 0);
    count++;
    if (x > 5)
        deep(4);
    jmp_buf other;
    volatile int again = 0;
    if (setjmp(other) == 0) { again = 1; longjmp(other, 0); }
    assert(again == 1);
    return 0;
}
