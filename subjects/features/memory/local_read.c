#include <klee/klee.h>

int main(void)
{
    int cells[4] = {0, 1, 2, 3};
    int at = klee_range(0, 4, "at");
    return cells[at] != at;
}
