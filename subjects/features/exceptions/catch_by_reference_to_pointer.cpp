// A handler may take a reference to the thrown pointer.
#include <cassert>

struct A {
    int a = 1;
};

int main()
{
    A object;
    try {
        throw &object;
    } catch (A *&p) {
        assert(p == &object);
    }
    int x = 4;
    try {
        try {
            throw &x;
        } catch (int *&p) {
            assert(*p == 4);
            p = nullptr;
            throw;
        }
    } catch (int *const &p) {
        assert(p == nullptr);
    }
}
