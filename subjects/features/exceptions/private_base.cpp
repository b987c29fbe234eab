// A public base is caught, whatever else there is; a private one is not.
#include <cassert>

struct A {
    virtual ~A() {}
    int a = 1;
};
struct B {
    int b = 2;
};
struct D : A, private B {};
struct F : private A, public B {};

int main()
{
    int which = 0;
    try {
        throw D();
    } catch (B &) {
        which = 1;
    } catch (A &base) {
        assert(base.a == 1);
        which = 2;
    }
    assert(which == 2);
    try {
        throw F();
    } catch (A &) {
        which = 3;
    } catch (B &base) {
        assert(base.b == 2);
        which = 4;
    }
    assert(which == 4);
}
