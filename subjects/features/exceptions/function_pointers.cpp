// Pointers to functions: noexcept may be dropped and not added; void does not catch them.
#include <cassert>

static int one() noexcept { return 1; }
static int two() { return 2; }

template <class Catch, class Throw> int called(Throw function)
{
    try {
        throw function;
    } catch (Catch caught) {
        return caught();
    } catch (...) {
        return -1;
    }
}

template <class Throw> bool is_void(Throw function)
{
    try {
        throw function;
    } catch (const void *) {
        return true;
    } catch (...) {
        return false;
    }
}

using Plain = int (*)();
using Careful = int (*)() noexcept;

int main()
{
    assert(called<Plain>(&two) == 2);
    assert(called<Plain>(static_cast<Careful>(&one)) == 1);
    assert(called<Careful>(static_cast<Careful>(&one)) == 1);
    assert(called<Careful>(&two) == -1);
    assert(!is_void(&two));
}
