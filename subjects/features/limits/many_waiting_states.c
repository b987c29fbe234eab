// Every iteration leaves a state that waits. They share their path conditions and models.
// explore: --max-paths 3 --max-instructions 60000 --memory 300M
// incomplete: instruction limit reached
// not replayed: no path comes to its end
#include <klee/klee.h>

int main(void)
{
    int n = 0;
    while (klee_int("more"))
        n++;
    return n & 1;
}
