#include <cassert>
struct a { virtual int f() { return 1; } int g() { return 3; } int x = 7; };
struct b : a { int f() override { return 2; } };
int main()
{
    int (a::*p)() = &a::f;
    b o; a *q = &o;
    assert((q->*p)() == 2);
    p = &a::g;
    assert((o.*p)() == 3);
    int a::*m = &a::x;
    assert(o.*m == 7);
    auto l = [n = 1]() mutable { return n++; };
    assert(l() == 1 && l() == 2);
    return 0;
}
