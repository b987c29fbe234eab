// paths: 1
// A text with symbolic bytes does not split the path.
#include <klee/klee.h>

int main(void)
{
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[3] == 0);
    klee_warning(text);
    return 0;
}
