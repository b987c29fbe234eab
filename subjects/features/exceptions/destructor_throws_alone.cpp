// Without another exception it may throw, if it says so.
#include <cassert>

struct Bad {
    ~Bad() noexcept(false) { throw 2; }
};

int main()
{
    int caught = 0;
    try {
        Bad bad;
    } catch (int two) {
        caught = two;
    }
    assert(caught == 2);
}
