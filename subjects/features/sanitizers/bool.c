// explore: --cflags=-fsanitize=bool
// A bool that is neither 0 nor 1.
#include <pikse.h>
#include <stdbool.h>
#include <string.h>

int main(void)
{
    unsigned char byte;
    bool b;
    pikse_symbolic(&byte, 1, "byte");
    memcpy(&b, &byte, 1);
    if (b) // error: broken-promise
        return 0;
    return 0;
}
