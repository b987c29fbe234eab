// An exception_ptr keeps the object alive; rethrow_exception throws that very object.
#include <cassert>
#include <exception>

static int alive = 0;

struct E {
    int value;
    explicit E(int value) : value(value) { ++alive; }
    E(const E &other) : value(other.value) { ++alive; }
    ~E() { --alive; }
};

int main()
{
    std::exception_ptr kept;
    assert(!kept);
    assert(std::current_exception() == nullptr);
    try {
        throw E(7);
    } catch (E &) {
        kept = std::current_exception();
        assert(kept != nullptr);
    }
    assert(alive == 1);
    for (int round = 0; round < 2; round++) {
        try {
            std::rethrow_exception(kept);
        } catch (E &e) {
            assert(e.value == 7 + round);
            e.value++;
        }
        assert(alive == 1);
    }
    std::exception_ptr other = kept;
    kept = nullptr;
    assert(alive == 1);
    other = nullptr;
    assert(alive == 0);
}
