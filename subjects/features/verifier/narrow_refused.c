// explore: --cflags -m32
// not replayed: 32-bit programs are not run natively
// incomplete: `time` in a 32-bit program
#include <time.h>
int main(void)
{
    time_t now;
    return time(&now) != now;
}
