// A handler may throw and catch other exceptions; its own one stays.
#include <cassert>

struct A {
    int value;
};

int main()
{
    try {
        throw A{1};
    } catch (A &outer) {
        try {
            throw A{2};
        } catch (A &inner) {
            assert(inner.value == 2);
            assert(outer.value == 1);
        }
        assert(outer.value == 1);
        try {
            throw;
        } catch (A &again) {
            assert(&again == &outer);
        }
    }
    int order = 0;
    try {
        try {
            throw 1;
        } catch (int) {
            order = order * 10 + 1;
            throw 'c';
        }
    } catch (char c) {
        order = order * 10 + 2;
        assert(c == 'c');
    }
    assert(order == 12);
}
