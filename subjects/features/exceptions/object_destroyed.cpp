// The exception object is destroyed when its last handler ends.
#include <cassert>

static int alive = 0;

struct E {
    E() { ++alive; }
    E(const E &) { ++alive; }
    ~E() { --alive; }
};

int main()
{
    try {
        throw E();
    } catch (const E &) {
        assert(alive == 1);
    }
    assert(alive == 0);
    try {
        throw E();
    } catch (E) {
        assert(alive == 2);
    }
    assert(alive == 0);
    try {
        throw E();
    } catch (...) {
        assert(alive == 1);
    }
    assert(alive == 0);
}
