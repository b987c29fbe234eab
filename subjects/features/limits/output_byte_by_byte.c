// exit: 0 1
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
    for (int i = 0; i < 3000; i++)
        write(1, i % 64 == 63 ? "\n" : "a", 1);
    int x = klee_int("x");
    if (x > 0)
        write(1, "more", 4);
    return x > 0;
}
