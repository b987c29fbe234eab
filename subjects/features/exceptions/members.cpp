// Pointers to members.
#include <cassert>

struct A {
    int x = 5;
    int get() { return x + 1; }
};

int main()
{
    A a;
    try {
        throw &A::x;
    } catch (int A::*member) {
        assert(a.*member == 5);
    }
    try {
        throw &A::get;
    } catch (int (A::*member)()) {
        assert((a.*member)() == 6);
    }
    int which = 0;
    try {
        throw &A::x;
    } catch (const int A::*member) {
        which = 1;
        assert(a.*member == 5);
    }
    assert(which == 1);
    try {
        throw &A::x;
    } catch (long A::*) {
        which = 2;
    } catch (...) {
        which = 3;
    }
    assert(which == 3);
}
