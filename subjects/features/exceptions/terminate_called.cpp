// std::terminate without an exception.
#include <exception>
#include <pikse.h>

int main()
{
    unsigned char x;
    pikse_symbolic(&x, 1, "x");
    if (x == 77)
        std::terminate(); // error: exception
    return 0;
}
