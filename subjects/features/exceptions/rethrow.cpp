// `throw;` keeps the object; it is destroyed once, at the end of the outer handler.
#include <cassert>

static int alive = 0;

struct E {
    int value;
    explicit E(int value) : value(value) { ++alive; }
    E(const E &other) : value(other.value) { ++alive; }
    ~E() { --alive; }
};

static void middle()
{
    try {
        throw E(1);
    } catch (E &e) {
        e.value = 2;
        throw;
    }
}

int main()
{
    try {
        middle();
        assert(false);
    } catch (const E &e) {
        assert(e.value == 2);
        assert(alive == 1);
    }
    assert(alive == 0);
    try {
        try {
            throw 5;
        } catch (...) {
            throw;
        }
    } catch (int five) {
        assert(five == 5);
    }
}
