// explore: --loop-limit 4
// incomplete: loop limit reached
#include <klee/klee.h>

int main(void)
{
    int n = 0;
    while (klee_int("more"))
        n++;
    return 0;
}
