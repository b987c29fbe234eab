// Operators of the program's own types, and iterators.
#include <algorithm>
#include <cassert>
#include <iostream>
#include <iterator>
#include <sstream>
#include <vector>

struct Point {
    int x, y;
};
static std::ostream &operator<<(std::ostream &out, const Point &p)
{
    return out << '(' << p.x << ", " << p.y << ')';
}
static std::istream &operator>>(std::istream &in, Point &p)
{
    char open, comma, close;
    return in >> open >> p.x >> comma >> p.y >> close;
}

int main()
{
    std::istringstream in("(3, 4)");
    Point p;
    in >> p;
    assert(p.x == 3 && p.y == 4);
    std::cout << p << '\n';
    std::istringstream numbers("5 1 4");
    std::vector<int> all{std::istream_iterator<int>(numbers), std::istream_iterator<int>()};
    std::sort(all.begin(), all.end());
    std::copy(all.begin(), all.end(), std::ostream_iterator<int>(std::cout, ";"));
    assert(all.size() == 3 && all[0] == 1);
}
