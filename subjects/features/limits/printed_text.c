// exit: 0 1
#include <klee/klee.h>
#include <stdio.h>

int main(void)
{
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    printf("[%s] %c\n", s, s[0]);
    if (s[0] == 'k' && s[1] == 'l')
        return 1;
    return 0;
}
