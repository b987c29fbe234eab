// One public way to a virtual base is enough; none is not.
#include <cassert>

struct A {
    int a = 1;
};
struct B : virtual A {};
struct C : private virtual A {};
struct D : B, C {};
struct E : C {};

int main()
{
    int which = 0;
    try {
        throw D();
    } catch (A &a) {
        which = 1;
        assert(a.a == 1);
    } catch (...) {
        which = 2;
    }
    assert(which == 1);
    try {
        throw E();
    } catch (A &) {
        which = 3;
    } catch (...) {
        which = 4;
    }
    assert(which == 4);
}
