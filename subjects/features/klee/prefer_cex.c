// exit: 72
// paths: 1
// A test has the preferred values if its path allows them.
#include <klee/klee.h>

int main(void)
{
    unsigned char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[1] != 'i');
    klee_prefer_cex(text, text[0] == 'H');
    klee_prefer_cex(text, text[1] == 'i');
    klee_posix_prefer_cex(text, text[2] == text[0]);
    return text[2];
}
