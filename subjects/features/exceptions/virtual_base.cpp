// A virtual base is there once, wherever it lies.
#include <cassert>

struct A {
    int a = 7;
    virtual ~A() {}
};
struct B : virtual A {
    int b = 8;
};
struct C : virtual A {
    int c = 9;
};
struct D : B, C {
    int d = 10;
};

int main()
{
    int sum = 0;
    try {
        throw D();
    } catch (A &a) {
        sum += a.a;
        assert(dynamic_cast<D &>(a).d == 10);
    }
    try {
        throw D();
    } catch (C &c) {
        sum += c.c + c.a;
    }
    D object;
    object.a = 70;
    try {
        throw &object;
    } catch (A *a) {
        assert(a == &object);
        sum += a->a;
    }
    assert(sum == 7 + 9 + 7 + 70);
    try {
        throw static_cast<D *>(nullptr);
    } catch (A *a) {
        assert(a == nullptr);
    }
}
