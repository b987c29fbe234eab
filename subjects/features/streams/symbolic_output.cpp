// Output of symbolic values has the values of the test.
#include <iostream>
#include <pikse.h>

int main()
{
    unsigned char c;
    pikse_symbolic(&c, 1, "c");
    if (c < 'a' || c > 'c')
        return 0;
    std::cout << "char " << c << '\n';
    std::cout << "digit " << c - 'a' << std::endl;
    return 0;
}
