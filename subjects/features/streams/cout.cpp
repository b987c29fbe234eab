// What is printed is compared with a native run.
#include <iostream>
#include <string>

int main()
{
    std::cout << "text " << 'c' << ' ' << 42 << ' ' << -7L << ' ' << 3000000000u << '\n';
    std::cout << 1.5 << ' ' << 2.25f << ' ' << 1e100 << ' ' << 0.1 + 0.2 << ' ' << 100000000.0 << '\n';
    std::cout << true << ' ' << std::string("string") << ' ' << (short)-3 << ' ' << 7ull << std::endl;
    std::cout.put('x').write("yz\n", 3).flush();
    std::cerr << "error " << 1 << std::endl;
    std::clog << "log\n";
    return std::cout.good() ? 0 : 1;
}
