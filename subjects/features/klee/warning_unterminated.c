// not replayed: a native run does not know where the text ends
// A text without a zero byte is printed up to the end of its object.
#include <klee/klee.h>

int main(void)
{
    char text[4] = {'a', 'b', 'c', 'd'};
    klee_warning(text);
    klee_warning_once(text);
    klee_warning_once(text);
    klee_warning("plain");
    return 0;
}
