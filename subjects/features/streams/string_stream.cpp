#include <cassert>
#include <iostream>
#include <sstream>
#include <string>
#include <iomanip>
int main()
{
    std::ostringstream o;
    o << "x=" << 5 << ' ' << 2.5 << ' ' << std::hex << 255 << std::setw(5) << std::setfill('*') << 1 << true << std::boolalpha << true;
    assert(o.str() == "x=5 2.5 ff****11true");
    std::istringstream i("12 abc 3.5\nrest of line");
    int n; std::string s; double d; std::string rest;
    i >> n >> s >> d >> std::ws;
    std::getline(i, rest);
    assert(n == 12 && s == "abc" && d == 3.5 && rest == "rest of line" && i.eof());
    std::cout << "done" << std::endl;
    std::cerr << "error" << '\n';
    std::clog << 1 << "\n";
    return 0;
}
