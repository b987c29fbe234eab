// A base that is there twice is not caught; its derived classes are.
#include <cassert>

struct A {
    int a;
};
struct B : A {};
struct C : A {};
struct D : B, C {};

int main()
{
    int which = 0;
    D thrown;
    thrown.B::a = 10;
    thrown.C::a = 20;
    try {
        throw thrown;
    } catch (A &) {
        which = 1;
    } catch (C &c) {
        which = 2;
        assert(c.a == 20);
    }
    assert(which == 2);
    try {
        throw &thrown;
    } catch (A *) {
        which = 3;
    } catch (B *b) {
        which = 4;
        assert(b->a == 10);
    }
    assert(which == 4);
}
