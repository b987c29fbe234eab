// The handler of a constructor's try block sees the members destroyed, and throws again at its end.
#include <cassert>

static int alive = 0;

struct Part {
    Part(bool fails)
    {
        if (fails)
            throw 9;
        ++alive;
    }
    ~Part() { --alive; }
};

struct Base {
    Base() { ++alive; }
    ~Base() { --alive; }
};

struct Whole : Base {
    Part first, second;
    Whole(bool fails)
    try : first(false), second(fails) {
    } catch (int nine) {
        assert(nine == 9);
        assert(alive == 0);
    }
};

static int plain(int x)
try {
    if (x)
        throw x;
    return 0;
} catch (int y) {
    return y * 2;
}

int main()
{
    {
        Whole good(false);
        assert(alive == 3);
    }
    assert(alive == 0);
    bool caught = false;
    try {
        Whole bad(true);
    } catch (int nine) {
        caught = nine == 9;
    }
    assert(caught);
    assert(plain(0) == 0 && plain(4) == 8);
}
