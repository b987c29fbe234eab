// C's output and that of C++ in order.
#include <cstdio>
#include <iostream>

int main()
{
    std::printf("one ");
    std::cout << "two ";
    std::puts("three");
    std::cout << "four" << std::endl;
    std::fputs("five\n", stdout);
}
