// A noexcept function may catch what it calls throws.
#include <cassert>

static int safe(int x) noexcept
{
    try {
        if (x)
            throw x;
        return 0;
    } catch (int y) {
        return y + 1;
    }
}

int main()
{
    static_assert(noexcept(safe(1)), "it promises");
    assert(safe(0) == 0);
    assert(safe(4) == 5);
}
