#include <cassert>
#include <sstream>
#include <string>

int main()
{
    std::ostringstream out;
    out << 1 << ',' << 2.5 << ',' << "x";
    assert(out.str() == "1,2.5,x");
    out.str("");
    out << "again";
    assert(out.str() == "again");
    std::istringstream in("12 -7 3.5 word 0x1f true");
    int a, b;
    double d;
    std::string word;
    in >> a >> b >> d >> word;
    assert(a == 12 && b == -7 && d == 3.5 && word == "word");
    in >> std::hex >> a;
    assert(a == 31);
    bool t;
    in >> std::boolalpha >> t;
    assert(t && in.eof() && !in.fail());
    in >> a;
    assert(in.fail());
    in.clear();
    in.str("5");
    in >> std::dec >> a;
    assert(a == 5);
    std::stringstream both;
    both << 10 << ' ' << 20;
    both >> a >> b;
    assert(a == 10 && b == 20);
}
