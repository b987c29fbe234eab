// nullptr is caught by handlers of any pointer.
#include <cassert>
#include <cstddef>

struct A {};

int main()
{
    int which = 0;
    try {
        throw nullptr;
    } catch (int) {
        which = 1;
    } catch (A *p) {
        assert(p == nullptr);
        which = 2;
    }
    assert(which == 2);
    try {
        throw nullptr;
    } catch (std::nullptr_t) {
        which = 3;
    }
    assert(which == 3);
    try {
        throw static_cast<int *>(nullptr);
    } catch (std::nullptr_t) {
        which = 4;
    } catch (const int *p) {
        assert(p == nullptr);
        which = 5;
    }
    assert(which == 5);
}
