#include <iomanip>
#include <iostream>

int main()
{
    std::cout << std::hex << 255 << ' ' << std::uppercase << 255 << ' ' << std::showbase << 255 << '\n';
    std::cout << std::oct << 8 << std::noshowbase << ' ' << 8 << std::dec << ' ' << 8 << '\n';
    std::cout << std::boolalpha << true << false << std::noboolalpha << true << '\n';
    std::cout << std::setw(5) << 42 << '|' << std::left << std::setw(5) << 42 << '|' << std::right
              << std::setfill('0') << std::setw(5) << 42 << '|' << std::internal << std::setw(6) << -42
              << '\n';
    std::cout << std::setfill(' ') << std::fixed << std::setprecision(2) << 3.14159 << ' '
              << std::scientific << 31415.9 << ' ' << std::defaultfloat << std::setprecision(3) << 3.14159
              << '\n';
    std::cout << std::showpos << 5 << ' ' << 1.0 << std::noshowpos << ' ' << std::showpoint << 1.0 << '\n';
    std::cout << std::setw(8) << "text" << std::setw(3) << 'c' << std::quoted("a\"b") << std::ends;
    return 0;
}
