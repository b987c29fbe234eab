// paths: 1
// incomplete: klee_set_forking(0)
// While it is off the path takes one side of each branch.
#include <klee/klee.h>

int main(void)
{
    int x, y = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_set_forking(0);
    if (x > 10)
        y = 1;
    switch (x) {
    case 20:
        y++;
        break;
    case 30:
        y += 2;
        break;
    }
    klee_set_forking(1);
    return 0;
}
