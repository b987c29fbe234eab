// A cleanup may throw and catch: the exception in flight continues.
#include <cassert>

static int cleaned = 0;

struct Cleanup {
    ~Cleanup()
    {
        try {
            throw 'x';
        } catch (char) {
            ++cleaned;
        }
    }
};

static void inner()
{
    Cleanup first;
    Cleanup second;
    throw 42;
}

int main()
{
    try {
        Cleanup outer;
        inner();
    } catch (int value) {
        assert(value == 42);
    }
    assert(cleaned == 3);
}
