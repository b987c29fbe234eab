// The handler of a base gets a pointer to that base.
#include <cassert>

struct A {
    int a = 1;
};
struct B {
    int b = 2;
    virtual int get() { return b; }
    virtual ~B() {}
};
struct C : A, B {
    int c = 3;
    int get() override { return a + b + c; }
};

int main()
{
    try {
        throw C();
    } catch (B &b) {
        assert(b.b == 2);
        assert(b.get() == 6);
        try {
            throw;
        } catch (A &a) {
            assert(a.a == 1);
        }
    }
    try {
        throw C();
    } catch (B b) {
        assert(b.get() == 2);
    }
}
