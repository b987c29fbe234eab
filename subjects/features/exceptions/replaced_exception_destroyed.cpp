// A handler that ends by another exception destroys the first one.
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
        try {
            throw E();
        } catch (E &) {
            throw 3;
        }
    } catch (int three) {
        assert(three == 3);
        assert(alive == 0);
    }
    assert(alive == 0);
}
