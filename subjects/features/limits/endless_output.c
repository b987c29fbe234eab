// explore: --time 2s --memory 400M
// incomplete: time limit reached
// not replayed: no path comes to its end
#include <unistd.h>

int main(void)
{
    static char text[8192];
    while (write(1, text, sizeof text) == sizeof text)
        continue;
    return 1;
}
