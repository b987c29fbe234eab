#include <klee/klee.h>

int main(void)
{
    return klee_range(5, 5, "x"); // error: reported
}
